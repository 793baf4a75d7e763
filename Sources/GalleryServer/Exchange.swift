// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1
import PageStorage

/// A request and its way to an operation.
final class Exchange: Sendable {
  let request: Request
  let source: RequestSource
  let logger: Logger
  let server: GalleryServer
  let id: String
  let record: RequestRecord
  private let subject: Result<ExchangeSubject, Problem>

  init(request: Request, address: SocketAddress?, logger: Logger, server: GalleryServer) {
    let id = RequestID.random()
    var logger = logger
    logger[metadataKey: "hb.request.id"] = nil  // a second ID, which no response has
    logger[metadataKey: "request"] = .string(id)
    source = RequestSource(of: request.head, from: address, configuration: server.configuration)
    (self.request, self.logger) = (request, logger)
    (self.server, self.id) = (server, id)
    record = RequestRecord(request.head, id: id, metrics: server.requests, logger: logger)
    subject = Result { () throws(Problem) in try ExchangeSubject(request, to: server) }
  }

  /// Whether the response may last as long as the connection.
  var isLasting: Bool {
    guard case .success(.operation(let operation, _, _, _)) = subject else { return false }
    return operation.isLasting
  }

  /// Waits for the turn of a request whose response is made whole, `nil` if it needs none.
  ///
  /// - Throws: `Problem` if there is none for long, or the request has ended.
  private func takeTurn() async throws(Problem) -> ResponseTurns.Turn? {
    let connection = CurrentConnection.value
    guard case .success(.operation(let operation, _, _, _)) = subject, operation.takesTurns,
      let turns = connection.turns
    else { return nil }
    guard let turn = await turns.take(until: connection.end) else { throw .noTurn }
    return turn
  }

  /// Returns the complete response, also for errors.
  ///
  /// It is never inlined, because its frame would then be kept by the task of a stream.
  ///
  /// - Throws: Errors of the connection.
  @inline(never)
  func respond() async throws -> Response {
    var turn: ResponseTurns.Turn?
    var response: Response
    do {
      turn = try await takeTurn()
      response = try await answer()
    } catch let error as HTTPParserError {
      record.end(status: .badRequest, byteCount: 0, isComplete: false)
      throw error  // the connection answers it, and closes
    } catch {
      response = self.response(describing: error)
    }
    try await response.compress(for: request.head)
    if request.method == .head { response = response.head() }
    if let turn { response.keep(turn) }
    response.addCommonFields(requestID: id)
    addOrigins(to: &response)
    response.end(record)
    return response
  }

  /// Returns the response of the operation.
  private func answer() async throws -> Response {
    switch try subject.get() {
    case .methods(let methods):
      return Response(status: .noContent, headers: [.allow: methods])
    case .operation(let operation, let target, let parameters, let authority):
      record.setOperation(operation)
      return try await answer(operation, target, parameters, authority)
    }
  }

  /// Returns the response of an operation to a client that may use it.
  private func answer(
    _ operation: Operation, _ target: RequestTarget, _ parameters: [String: String],
    _ authority: String
  ) async throws -> Response {
    let client = try await client(of: operation, authority)
    record.setClient(client.label)
    try target.query.require(only: operation.query)
    try BodyInvitation.check(request.head)
    try BodyCoding.check(request.head)
    var call = Call(
      request: request, parameters: parameters, query: target.query, source: source,
      client: client, id: id, logger: logger)
    if let access = access(to: operation) {
      let authorizer = server.configuration.authorizer
      call.hasAccess = { await authorizer.stillGrants(access) }
      call.hasAccessAtOnce = { authorizer.grantsAtOnce(access) }
      call.requireAccessAgain = { () async throws(Problem) in
        _ = try await AccessCheck(authorizer: authorizer).client(of: access)
      }
    }
    call.countBytes = { [record] in record.addBytes($0) }
    if operation.scope == .write {
      call.requireChangeableStore = { [store = server.store] () async throws(PageStoreError) in
        try await store.requireChangeable()
      }
    }
    try await operation.reach.check(call, in: server.store)
    guard let key = try key(of: operation), operation.reach != .client else {
      return try await operation.handler(call)
    }
    return try await answer(call, under: key, operation)
  }

  /// Returns the key of a request that changes something, `nil` if there is none.
  private func key(of operation: Operation) throws(Problem) -> IdempotencyKey? {
    guard let field = request.headers[.idempotencyKey], operation.scope == .write else {
      return nil
    }
    guard operation.takesKey else { throw .malformed("A form takes no Idempotency-Key.") }
    guard request.headers[values: .idempotencyKey].count == 1 else {
      throw .malformed("The header Idempotency-Key occurs more than once.")
    }
    return try IdempotencyKey(field)
  }

  /// Returns the response of an operation that takes effect at most once.
  private func answer(
    _ call: Call, under key: IdempotencyKey, _ operation: Operation
  ) async throws -> Response {
    let limit = GalleryServer.pageByteLimit(server.store, server.configuration)
    let keyed = KeyedCall(
      key, client: call.client.id.rawValue, request, bodyLimit: max(limit, Call.jsonByteLimit))
    return try await server.runningKeys.running(keyed.key) {
      if !operation.isDecidedInTransaction,
        let earlier = try await earlierResponse(to: call, keyed)
      {
        return earlier
      }
      var keyedCall = call
      keyedCall.keyed = keyed
      keyedCall.request.body = RequestBody(asyncSequence: keyed.body)
      do {
        return try await operation.handler(keyedCall)
      } catch let error as PageStoreError where error.isAboutWriting {
        // What was made before is answered also by a store that takes no more changes.
        guard let earlier = try await earlierResponse(to: call, keyed) else { throw error }
        return earlier
      }
    }
  }

  private func earlierResponse(to call: Call, _ keyed: KeyedCall) async throws -> Response? {
    let earlier = try await keyed.earlierResponse(
      in: server.store, inviting: call.inviteRepeatedBody, requiring: call.requireAccess)
    return try earlier.map { try KeptResponse(decoding: $0).response(isReplay: true) }
  }
}

extension PageStoreError {
  /// Whether a change failed because none can be stored now.
  fileprivate var isAboutWriting: Bool {
    switch self {
    case .full, .readOnly: true
    default: false
    }
  }
}
