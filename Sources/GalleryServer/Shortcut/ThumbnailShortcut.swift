// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryPages
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageStorage

/// Answers requests for thumbnails that are in memory, without a task and without the routes.
///
/// A viewer that scrolls requests little else. Only what is certain is answered here, with the response
/// that the operation would make; every other request takes the ordinary way.
struct ThumbnailShortcut: Sendable {
  /// A response, complete in memory.
  struct Answer {
    let head: HTTPResponse
    let content: ByteBuffer?
  }

  private let server: GalleryServer
  private let operation: Operation?
  private let route: RequestMetrics.Route
  private let counter: RequestMetrics.Counter
  /// The beginning of all paths.
  let prefix: String
  private let dates = HTTPDates()

  init(_ server: GalleryServer) {
    self.server = server
    operation = server.routes.match(["t", "1", "k", "h66.jpg"])?.operations[.get]
    route = RequestMetrics.Route(operation?.pattern.description, .get)
    counter = server.requests.counter(of: route)
    prefix = server.configuration.root + "/t/"
  }

  /// Whether access to a thumbnail may depend on its path.
  var readsTargets: Bool { server.configuration.authorizer.readsTargets }

  /// What the fields of a request permit.
  struct Permit {
    fileprivate var request: AccessRequest
    /// The tags of what the client has.
    fileprivate let known: EntityTagList?

    /// Returns what the same fields permit with another target, which has the same authority.
    func with(target: String) -> Self {
      var permit = self
      permit.request.head.path = target
      return permit
    }
  }

  /// Returns what the fields of a request permit, `nil` if it takes the ordinary way.
  func permit(for head: HTTPRequest, from address: SocketAddress?) -> Permit? {
    guard operation != nil, head.method == .get, Self.isPlain(head),
      let authority = head.authority, server.configuration.hosts.accepts(authority),
      !authority.contains("@"), head.headerFields[.replacedHost] == nil
    else { return nil }
    let field = head.headerFields[.ifNoneMatch]
    // Whether there is a thumbnail at all, which `*` asks for, only the store knows.
    let known = field.flatMap { EntityTagList($0) }
    guard field == nil || known?.tags != nil else { return nil }
    let source = RequestSource(of: head, from: address, configuration: server.configuration)
    return Permit(
      request: AccessRequest(
        head: head, scope: .read, address: source.address, isSecure: source.isSecure),
      known: known)
  }

  /// Returns the thumbnail that a target is for.
  func target(of path: String?) -> ThumbnailTarget? {
    guard let path, path.hasPrefix(prefix) else { return nil }
    return ThumbnailTarget(path.dropFirst(prefix.count))
  }

  /// What a request gets.
  struct Outcome {
    let client: Client
    /// The thumbnail, `nil` if the client has it.
    let thumbnail: Thumbnail?

    var status: HTTPResponse.Status { thumbnail == nil ? .notModified : .ok }
    var byteCount: Int { thumbnail?.bytes.count ?? 0 }
  }

  /// Returns what a request gets, `nil` if it takes the ordinary way, as all with larger contents.
  func outcome(
    of target: ThumbnailTarget, _ permit: Permit, upTo maximumByteCount: Int = .max
  ) -> Outcome? {
    guard let client = client(permit) else { return nil }
    if let known = permit.known, known.matchesWeakly(target.tag) {
      return Outcome(client: client, thumbnail: nil)
    }
    let found = server.store.thumbnailInMemory(
      of: target.page, key: target.key, style: target.step.style)
    guard let found, found.bytes.count <= maximumByteCount else { return nil }
    return Outcome(client: client, thumbnail: found)
  }

  /// Returns the response to a request, `nil` if it takes the ordinary way.
  func answer(
    to target: ThumbnailTarget, _ permit: Permit, upTo maximumByteCount: Int = .max, logger: Logger
  ) -> Answer? {
    let begin = ContinuousClock.now
    guard let outcome = outcome(of: target, permit, upTo: maximumByteCount) else { return nil }
    let id = RequestID.randomNumber()
    record(outcome, id, since: begin, logger)
    return Answer(
      head: head(of: outcome, target, permit, id: RequestID.text(of: id)),
      content: outcome.thumbnail.map { ByteBuffer(bytes: $0.bytes) })
  }

  /// Returns the header of a response.
  func head(
    of outcome: Outcome, _ target: ThumbnailTarget, _ permit: Permit, id: String
  ) -> HTTPResponse {
    let fields = outcome.thumbnail.map { ThumbnailOperations.fields(of: $0, target.step) }
    var response = Response(status: outcome.status, headers: fields ?? [:])
    response.headers.append(contentsOf: Call.validators(target.tag, .immutable))
    response.addCommonFields(requestID: id)
    server.crossOrigin.addFields(to: &response, of: permit.request.head)
    response.headers[.date] = date
    response.headers[.contentLength] = outcome.thumbnail.map { "\($0.bytes.count)" }
    return response.head
  }

  /// The present date, for a header.
  var date: String { dates.text(at: .now) }

  /// Counts and logs a response that is sent at once.
  ///
  /// - Parameters:
  ///   - outcome: What the request gets.
  ///   - id: The number of its ID.
  ///   - begin: The time at which it was read.
  ///   - logger: The logger of requests.
  func record(
    _ outcome: Outcome, _ id: UInt64, since begin: ContinuousClock.Instant, _ logger: Logger
  ) {
    let duration = ContinuousClock.now - begin
    counter.add(status: outcome.status.code, after: duration)
    guard RequestLine.isLogged(by: logger) else { return }
    var line = RequestLine(
      id: RequestID.text(of: id), route: route, status: outcome.status.code, duration: duration,
      byteCount: outcome.byteCount)
    line.client = outcome.client.label
    line.write(to: logger)
  }

  /// Whether a request has neither content nor a wish about the connection.
  private static func isPlain(_ head: HTTPRequest) -> Bool {
    let fields = head.headerFields
    return fields[.contentLength] == nil && fields[.transferEncoding] == nil
      && fields[.contentEncoding] == nil
      && fields[.expect] == nil
      && (fields[.connection].map { $0.lowercased() == "keep-alive" } ?? true)
  }

  /// Returns the client of a request, if it may certainly see every page.
  private func client(_ permit: Permit) -> Client? {
    guard
      case .granted(let client) = server.configuration.authorizer.decideAtOnce(permit.request),
      client.document == nil
    else { return nil }
    return client
  }
}
