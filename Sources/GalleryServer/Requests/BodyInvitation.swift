// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The response 100 (Continue), for which a client waits before it sends a body.
///
/// It is sent when an operation is about to read the body, so that a client whose request fails before
/// sends nothing. Connections without a guard send none; clients then send the body after a short time.
enum BodyInvitation {
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
    await CurrentConnection.value.invite()
  }
}
