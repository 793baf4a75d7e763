// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import Logging
public import NIOCore
import NIOHTTP1

extension GalleryServer {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - address: The address of the client; `nil`, the default, if it is unknown.
  ///   - logger: The logger of the request.
  /// - Returns: The response, also for errors.
  /// - Throws: Errors of the connection.
  public func respond(
    to request: Request, from address: SocketAddress? = nil, logger: Logger
  ) async throws -> Response {
    let exchange = Exchange(request: request, address: address, logger: logger, server: self)
    var response: Response
    do {
      response = try await exchange.answer()
    } catch let error as HTTPParserError {
      exchange.record.end(status: .badRequest, byteCount: 0, isComplete: false)
      throw error  // the connection answers it, and closes
    } catch {
      response = exchange.response(describing: error)
    }
    try await response.compress(for: request.head)
    if request.method == .head { response = response.head() }
    response.addCommonFields(requestID: exchange.id)
    exchange.addOrigins(to: &response)
    response.end(exchange.record)
    return response
  }
}

/// A request and its way to an operation.
private struct Exchange {
  let request: Request
  let source: RequestSource
  let logger: Logger
  let server: GalleryServer
  let id: String
  let record: RequestRecord

  init(request: Request, address: SocketAddress?, logger: Logger, server: GalleryServer) {
    let id = RequestID.random()
    var logger = logger
    logger[metadataKey: "hb.request.id"] = nil  // a second ID, which no response has
    logger[metadataKey: "request"] = .string(id)
    source = RequestSource(of: request.head, from: address, configuration: server.configuration)
    (self.request, self.logger) = (request, logger)
    (self.server, self.id) = (server, id)
    record = RequestRecord(request.head, id: id, metrics: server.requests, logger: logger)
  }

  /// Returns the response of the operation.
  func answer() async throws -> Response {
    if request.method == .options, request.head.path == "*" {
      _ = try authority(of: nil)
      return Response(status: .noContent, headers: [.allow: server.routes.allow])
    }
    let target = try RequestTarget(request.head.path ?? "")
    let authority = try authority(of: target.absolute)
    let match = try match(target)
    let method: HTTPRequest.Method = request.method == .head ? .get : request.method
    if method == .options { return Response(status: .noContent, headers: [.allow: match.allow]) }
    guard let operation = match.operations[method] else {
      throw Problem(
        .methodNotAllowed, "This address has the methods \(match.allow).",
        headers: [.allow: match.allow])
    }
    record.setOperation(operation)
    let client = try await client(of: operation, authority)
    record.setClient(client.label)
    try target.query.require(only: operation.query)
    try BodyInvitation.check(request.head)
    var call = Call(
      request: request, parameters: match.parameters, query: target.query, source: source,
      client: client, id: id, logger: logger)
    if let access = access(to: operation) {
      let authorizer = server.configuration.authorizer
      call.hasAccess = { await authorizer.stillGrants(access) }
      call.hasAccessAtOnce = { authorizer.grantsAtOnce(access) }
    }
    call.countBytes = { [record] in record.addBytes($0) }
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
      if let earlier = try await keyed.earlierResponse(
        in: server.store, inviting: call.inviteBody, requiring: call.requireAccess)
      {
        return try KeptResponse(decoding: earlier).response(isReplay: true)
      }
      var call = call
      call.keyed = keyed
      call.request.body = RequestBody(asyncSequence: keyed.body)
      return try await operation.handler(call)
    }
  }

  /// Returns the host and port that the request is for.
  private func authority(of absolute: AbsoluteTarget?) throws(Problem) -> String {
    let host = request.head.authority
    guard let authority = absolute.map({ String($0.authority) }) ?? host, !authority.isEmpty
    else { throw Problem(.noHost, "The Host header is missing.") }
    guard !authority.contains("@") else {
      throw .malformed("The name of the server has user information.")
    }
    guard server.configuration.hosts.accepts(authority) else {
      throw Problem(.misdirected, "The server does not answer under this name.")
    }
    let isForHost = host.flatMap { absolute?.isFor($0) } != false
    guard isForHost, request.headers[.replacedHost] == nil else {
      throw .malformed("The target of the request and the header Host name different servers.")
    }
    return authority
  }

  private func match(_ target: RequestTarget) throws(Problem) -> RouteTable.Match {
    let root = server.configuration.root.split(separator: "/").map(String.init)
    guard target.segments.starts(with: root) else { throw Self.notFound }
    let rest = Array(target.segments.dropFirst(root.count))
    guard let match = server.routes.match(rest.isEmpty ? [""] : rest) else { throw Self.notFound }
    return match
  }

  private static let notFound = Problem(.notFound, "There is nothing at this address.")

  /// Returns the client, if it may use an operation.
  private func client(of operation: Operation, _ authority: String) async throws -> Client {
    let configuration = server.configuration
    var client = Client.anyone
    if let access = access(to: operation) {
      client = try await AccessCheck(authorizer: configuration.authorizer).client(of: access)
    }
    guard operation.method != .get else { return client }
    let scheme = source.isSecure ? "https" : "http"
    let origin = configuration.publicURL.map(SameSite.origin) ?? "\(scheme)://\(authority)"
    try SameSite(origin: origin, allowedOrigins: server.crossOrigin.origins)
      .check(request.head, needing: client.evidence)
    return client
  }

  /// The request for access, `nil` for an operation that needs no permission.
  private func access(to operation: Operation) -> AccessRequest? {
    operation.scope.map { scope in
      AccessRequest(
        head: request.head, scope: scope, address: source.address, isSecure: source.isSecure)
    }
  }

  /// Adds what depends on the addresses under which the server is known, and from which it is used.
  func addOrigins(to response: inout Response) {
    server.crossOrigin.addFields(to: &response, of: request.head)
    if let url = server.configuration.publicURL, let path = response.headers[.location],
      path.hasPrefix("/")
    {
      response.headers[.location] = (url.hasSuffix("/") ? String(url.dropLast()) : url) + path
    }
  }

  /// Returns the response to an error; its cause is logged if the server is at fault.
  func response(describing error: any Error) -> Response {
    let problem = Problem(describing: error)
    if let level = problem.code.logLevel {
      logger.log(level: level, "\(request.method) failed: \(error)")
    }
    let root = server.configuration.root
    var response: Response
    if request.wantsHTML, problem.code == .unauthorized {
      let path = request.method == .get ? request.head.path : nil
      let next = SignInPage.localPath(path, root: root)
      response = .html(
        SignInPage(root: root).page(next: next), status: problem.code.status, policy: .never)
    } else if request.wantsHTML {
      let page = ProblemPage.occurrence(of: problem, root: root, requestID: id)
      response = .html(page, status: problem.code.status, policy: .never)
    } else {
      let document = ProblemDocument(problem: problem, root: root, requestID: id)
      let json = try? Response.json(
        document, status: problem.code.status, mediaType: "application/problem+json")
      response = json ?? Response(status: problem.code.status)
    }
    response.headers.append(contentsOf: problem.headers)
    response.headers[.vary] = "Accept"
    return response
  }
}
