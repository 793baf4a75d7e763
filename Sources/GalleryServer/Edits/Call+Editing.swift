// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageStorage

extension Call {
  /// Performs an edit, at most once if the request has a key, and responds.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - store: The store.
  ///   - respond: Makes the response from the result and the store as the edit leaves it; called
  ///     within the edit's transaction.
  /// - Returns: The response, which may be that of an earlier request with the key.
  /// - Throws: The error of the edit or of `respond`; the errors of the connection.
  func perform<Result>(
    _ edit: StoreEdit<Result>, in store: PageStore,
    _ respond: @escaping @Sendable (Result, EditedStore) throws(PageStoreError) -> KeptResponse
  ) async throws -> Response {
    guard let keyed else {
      return try await store.perform(edit, reading: respond).response(isReplay: false)
    }
    let outcome = try await store.perform(edit, once: try await keyed.request()) {
      (result, edited) throws(PageStoreError) in
      try respond(result, edited).encoded()
    }
    return try KeptResponse(decoding: outcome.response).response(isReplay: outcome.isRepeated)
  }
}
