// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The response 100 (Continue), for which a client waits before it sends a body.
///
/// It is sent when an operation is about to read the body, so that a client whose request fails before
/// sends nothing. Connections without a guard send none; clients then send the body after a short time.
final class BodyInvitation: Sendable {
  /// The invitation on the current connection.
  ///
  /// A class, because the optimized program crashes with a task-local function (Swift 6.3.1).
  @TaskLocal static var current = BodyInvitation {}

  /// Sends the response; does nothing if the connection cannot.
  let send: @Sendable () async -> Void

  init(send: @escaping @Sendable () async -> Void) { self.send = send }

  /// Requires that a request expects nothing else.
  static func check(_ request: HTTPRequest) throws(Problem) {
    guard let expectation = request.headerFields[.expect], !isContinue(expectation) else { return }
    throw Problem(
      .expectationFailed, "The header Expect has the value 100-continue, or is missing.")
  }

  fileprivate static func isContinue(_ expectation: String) -> Bool {
    expectation.lowercased() == "100-continue"
  }
}

extension Call {
  /// Tells a client that waits for it to send the body.
  func inviteBody() async {
    guard let expectation = request.headers[.expect], BodyInvitation.isContinue(expectation) else {
      return
    }
    await BodyInvitation.current.send()
  }
}
