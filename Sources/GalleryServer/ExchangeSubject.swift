// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// What a request asks for.
enum ExchangeSubject: Sendable {
  /// The methods of an address.
  case methods(String)
  case operation(Operation, RequestTarget, parameters: [String: String], authority: String)

  /// Finds what a request asks a server for.
  ///
  /// - Throws: `Problem`, if the request names no operation, or not this server.
  init(_ request: Request, to server: GalleryServer) throws(Problem) {
    if request.method == .options, request.head.path == "*" {
      _ = try Self.authority(request, of: nil, server)
      self = .methods(server.routes.allow)
      return
    }
    let target = try RequestTarget(request.head.path ?? "")
    let authority = try Self.authority(request, of: target.absolute, server)
    let match = try Self.match(target, server)
    let method: HTTPRequest.Method = request.method == .head ? .get : request.method
    if method == .options {
      self = .methods(match.allow)
      return
    }
    guard let operation = match.operations[method] else {
      throw Problem(
        .methodNotAllowed, "This address has the methods \(match.allow).",
        headers: [.allow: match.allow])
    }
    self = .operation(operation, target, parameters: match.parameters, authority: authority)
  }

  /// Returns the host and port that the request is for.
  private static func authority(
    _ request: Request, of absolute: AbsoluteTarget?, _ server: GalleryServer
  ) throws(Problem) -> String {
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
      throw .malformed(
        "The target of the request names another server than the header Host, or its scheme is not http."
      )
    }
    return authority
  }

  private static func match(
    _ target: RequestTarget, _ server: GalleryServer
  ) throws(Problem) -> RouteTable.Match {
    let root = server.configuration.root.split(separator: "/").map(String.init)
    guard target.segments.starts(with: root) else { throw notFound }
    let rest = Array(target.segments.dropFirst(root.count))
    guard let match = server.routes.match(rest.isEmpty ? [""] : rest) else { throw notFound }
    return match
  }

  private static let notFound = Problem(.notFound, "There is nothing at this address.")
}
