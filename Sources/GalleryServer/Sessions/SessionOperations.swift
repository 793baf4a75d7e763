// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PageStorage

/// The operations that start and end the session of a browser.
struct SessionOperations: Sendable {
  private static let pattern = "/session"

  /// The maximum size of a body, which anybody may send.
  private static let byteLimit = 4 << 10

  /// The authorizer, `nil` if it has no sessions.
  let sessions: (any SessionIssuing)?

  /// The path below which the server is mounted.
  let root: String

  init(authorizer: any Authorizer, root: String) {
    (sessions, self.root) = (authorizer as? any SessionIssuing, root)
  }

  var operations: [Operation] {
    [
      Operation(.post, Self.pattern, start),
      Operation(.delete, Self.pattern, scope: .read, reach: .client, end),
      Operation(.post, Self.pattern + "/end", scope: .read, reach: .client, endFromForm),
    ]
  }

  /// The permissions of a session.
  private struct Representation: Encodable {
    var scope: String
    var label: String
    var document: Int64?
    var expires: Timestamp
  }

  @Sendable private func start(_ call: Call) async throws -> Response {
    guard call.isForm else {
      let session = try await session(call, call.json(SessionBody.self, upTo: Self.byteLimit).token)
      let client = session.client
      return try .json(
        Representation(
          scope: client.scope.rawValue, label: client.label, document: client.document?.rawValue,
          expires: Timestamp(session.expires)),
        headers: [.setCookie: cookie(session, call)])
    }
    let form = try await call.form(["token", "next"], upTo: Self.byteLimit)
    let next = SignInPage.localPath(form.text("next"), root: root)
    let token = form.text("token") ?? ""
    do {
      let session = try await session(call, token)
      return Response(
        status: .seeOther, headers: [.location: next, .setCookie: cookie(session, call)])
    } catch {
      return try failure(error, call, next: next)
    }
  }

  /// Asks a browser once more.
  private func failure(
    _ problem: Problem, _ call: Call, next: String
  ) throws(Problem) -> Response {
    guard problem.code == .unauthorized, call.request.wantsHTML else { throw problem }
    let page = SignInPage(root: root).page(next: next, problem: problem.detail)
    var response = Response.html(page, status: problem.code.status, policy: .never)
    response.headers.append(contentsOf: problem.headers)
    return response
  }

  private func session(_ call: Call, _ token: String) async throws(Problem) -> StartedSession {
    guard let sessions else { throw Problem(.notFound, "This server has no sessions.") }
    return try await sessions.startSession(token, from: call.source.address)
  }

  private func cookie(_ session: StartedSession, _ call: Call) -> String {
    SessionCookie(isSecure: call.source.isSecure)
      .starting(session.secret, maximumAge: session.maximumAge)
  }

  @Sendable private func end(_ call: Call) async throws -> Response {
    Response(status: .noContent, headers: try await ended(call))
  }

  @Sendable private func endFromForm(_ call: Call) async throws -> Response {
    var fields = try await ended(call)
    fields[.location] = root + "/"
    return Response(status: .seeOther, headers: fields)
  }

  private func ended(_ call: Call) async throws(Problem) -> HTTPFields {
    let isSecure = call.source.isSecure
    try await sessions?.endSession(of: call.request.head, isSecure: isSecure)
    return [.setCookie: SessionCookie(isSecure: isSecure).ending]
  }
}

/// The body that starts a session.
private struct SessionBody: StrictBody {
  let token: String

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["token"])
    token = try values.decode(String.self, forKey: "token")
  }
}
