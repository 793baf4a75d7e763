// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
public import Logging
import NIOHTTP1

extension GalleryServer {
  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - logger: The logger of the request.
  /// - Returns: The response, also for errors.
  /// - Throws: Errors of the connection.
  public func respond(to request: Request, logger: Logger) async throws -> Response {
    let exchange = Exchange(request: request, logger: logger, server: self)
    var response: Response
    do {
      response = try await exchange.answer()
    } catch let error as HTTPParserError {
      throw error  // the connection answers it, and closes
    } catch {
      response = exchange.response(describing: error)
    }
    if request.method == .head { response = response.head() }
    response.addCommonFields(requestID: exchange.id)
    return response
  }
}

/// A request and its way to an operation.
private struct Exchange {
  let request: Request
  let logger: Logger
  let server: GalleryServer
  let id: String

  init(request: Request, logger: Logger, server: GalleryServer) {
    let id = String(UInt64.random(in: .min ... .max), radix: 16)
    var logger = logger
    logger[metadataKey: "request"] = .string(id)
    (self.request, self.logger, self.server, self.id) = (request, logger, server, id)
  }

  /// Returns the response of the operation.
  func answer() async throws -> Response {
    let target = try RequestTarget(request.head.path ?? "")
    let authority = try authority(of: target)
    let match = try match(target)
    let method: HTTPRequest.Method = request.method == .head ? .get : request.method
    if method == .options { return Response(status: .noContent, headers: [.allow: match.allow]) }
    guard let operation = match.operations[method] else {
      throw Problem(
        .methodNotAllowed, "This address has the methods \(match.allow).",
        headers: [.allow: match.allow])
    }
    try await authorize(operation, authority)
    try target.query.require(only: operation.query)
    let call = Call(
      request: request, parameters: match.parameters, query: target.query, id: id, logger: logger)
    return try await operation.handler(call)
  }

  /// Returns the host and port that the request is for.
  private func authority(of target: RequestTarget) throws(Problem) -> String {
    guard let authority = target.authority ?? request.head.authority, !authority.isEmpty else {
      throw Problem(.noHost, "The Host header is missing.")
    }
    guard server.configuration.hosts.accepts(authority) else {
      throw Problem(.misdirected, "The server does not answer under this name.")
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

  private func authorize(_ operation: Operation, _ authority: String) async throws {
    guard let scope = operation.scope else { return }
    switch await server.configuration.authorizer.decide(request.head, scope: scope) {
    case .granted: break
    case .unauthenticated:
      throw Problem(
        .unauthorized, "The request has no valid credentials.",
        headers: [.wwwAuthenticate: "Bearer"])
    case .forbidden: throw Problem(.forbidden, "The credentials do not permit this.")
    }
    guard scope == .write else { return }
    try SameSite.check(
      request.head, authority: authority, publicURL: server.configuration.publicURL)
  }

  /// Returns the response to an error; its cause is logged if the server is at fault.
  func response(describing error: any Error) -> Response {
    let problem = Problem(describing: error)
    if problem.code.status.code >= 500 { logger.error("\(request.method) failed: \(error)") }
    let root = server.configuration.root
    var response: Response
    if request.wantsHTML {
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
