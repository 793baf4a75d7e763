// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PageStorage

/// The response 100 (Continue), for which a client waits before it sends a body.
///
/// It is sent when an operation is about to read the body, so that a client whose request fails before
/// sends nothing. A change is refused before as well while the store takes none. Connections without a guard
/// send none; clients then send the body after a short time.
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
  /// Whether the client waits for the invitation to send the body.
  private var waitsForInvitation: Bool {
    request.headers[.expect].map(BodyInvitation.isContinue) ?? false
  }

  /// Tells a client that waits for it to send the body.
  ///
  /// - Throws: `PageStoreError` if a change would fail after the body has arrived.
  func inviteBody() async throws(PageStoreError) {
    guard waitsForInvitation else { return }
    try await requireChangeableStore()
    await CurrentConnection.value.invite()
  }

  /// Tells a client that waits for it to send the body, which is only compared with an earlier one.
  func inviteRepeatedBody() async {
    if waitsForInvitation { await CurrentConnection.value.invite() }
  }
}
