// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import PageStorage
import Synchronization

extension Problem {
  static let preconditionRequired = Problem(
    .preconditionRequired, "The header If-Match is missing.")
}

/// The condition of an edit of a document: its title, metadata and pages are those that the client
/// knows.
///
/// It is checked in the transaction of the edit, on the store's own thread.
final class Precondition: Sendable {
  private let expected: EntityTagList?
  private let found = Mutex<String?>(nil)

  /// - Parameter expected: The tags that the client accepts, `nil` for any state.
  init(_ expected: EntityTagList?) { self.expected = expected }

  /// Decides whether a document is as the client expects, `nil` if any state is.
  var check: (@Sendable (Document) -> Bool)? {
    guard let expected else { return nil }
    return { document in self.holds(expected, document) }
  }

  private func holds(_ expected: EntityTagList, _ document: Document) -> Bool {
    guard !expected.matches(document) else { return true }
    found.withLock { $0 = document.entityTag }
    return false
  }

  /// Runs an edit, and describes the document if it is not as expected.
  func explained<Result>(_ edit: () async throws -> Result) async throws -> Result {
    do {
      return try await edit()
    } catch PageStoreError.conflict(_, _, let revision) {
      throw Problem(
        .conflict, "The document has changed.", facts: ["revision": revision],
        headers: found.withLock(\.self).map { [.eTag: $0] } ?? [:])
    }
  }
}
