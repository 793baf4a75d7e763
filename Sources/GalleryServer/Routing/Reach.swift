// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The part of a store that an operation concerns, for clients that are restricted to one document.
enum Reach: Sendable {
  /// All documents: not for restricted clients.
  case library
  /// The document that the path names.
  case document
  /// The page that the path names, and its document.
  case page
  /// Nothing but the client's own, such as its session.
  case client

  /// Returns the reach of operations at a path.
  static func of(_ pattern: RoutePattern) -> Self {
    if pattern.description.contains("{document}") { return .document }
    return pattern.description.contains("{page}") ? .page : .library
  }

  /// Requires that a client may use what a call concerns.
  ///
  /// For a restricted client, another document looks exactly like one that does not exist.
  ///
  /// - Throws: `Problem` for the library, `PageStoreError.notFound` for another document and its pages.
  func check(_ call: Call, in store: PageStore) async throws {
    guard let allowed = call.client.document else { return }
    switch self {
    case .client: break
    case .library:
      throw Problem(.forbidden, "The credentials are for one document only.")
    case .document:
      let document = try call.document()
      guard document == allowed else { throw PageStoreError.notFound(.document(document)) }
    case .page:
      let page = try call.page()
      guard try await store.page(page).document == allowed else {
        throw PageStoreError.notFound(.page(page))
      }
    }
  }
}
