// SPDX-License-Identifier: Apache-2.0

public import FoundationEssentials

extension PageStore {
  /// Performs an edit at most once under a key.
  ///
  /// The receipt, with the response, is written in the edit's own transaction: after a crash there
  /// is either both or none. A caller that does not know whether its edit was applied repeats the
  /// call, and gets the response of the first one. An edit that failed has no receipt, and can be
  /// repeated under its key. Receipts are kept for ``EditReceipt/retention``, and removed a few at a
  /// time by later keyed edits.
  ///
  /// A deletion on a disk that has no room for its receipt is applied without one.
  ///
  /// A damaged receipt that may be that of the key prevents the edit, until a repair has removed it.
  /// Receipts are not in the records: if the catalog is lost, or rebuilt without its last changes,
  /// their edits are applied again when they are repeated.
  ///
  /// - Parameters:
  ///   - edit: The edit. Its staged pages are consumed only if this call applies it.
  ///   - request: The key, and the digest of the request.
  ///   - response: Makes the response for the receipt from the result and the store as the edit
  ///     leaves it; called within the transaction. If it throws, the edit is not applied.
  /// - Returns: The result and the response, or the response of the call that applied the edit.
  /// - Throws: `PageStoreError.keyReused` if the key was used for a request with another digest;
  ///   `.corrupted(.receipt)`; `.limitExceeded` if the response is longer than
  ///   ``EditReceipt/maximumResponseByteCount``; the error of `response`; and what ``perform(_:)``
  ///   can throw.
  public func perform<Result>(
    _ edit: StoreEdit<Result>, once request: KeyedRequest,
    response: @escaping @Sendable (Result, EditedStore) throws(PageStoreError) -> [UInt8]
  ) async throws(PageStoreError) -> KeyedOutcome<Result> {
    let keyed = KeyedEdit(edit: edit, request: request, response: response)
    do throws(PageStoreError) {
      return try await perform(keyed.storeEdit(), takesPages: { !$0.isRepeated })
    } catch {
      guard edit.freesRoom, case .full(let operation) = error, operation != "fsync" else {
        throw error
      }
    }
    return try await perform(
      keyed.storeEdit(isRecorded: false), takesPages: { !$0.isRepeated })
  }

  /// Returns the receipt of a keyed edit.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - time: The present time.
  /// - Returns: The receipt, `nil` if no edit was applied under the key within
  ///   ``EditReceipt/retention``.
  /// - Throws: `PageStoreError.corrupted(.receipt)` if a damaged receipt may be that of the key;
  ///   `.corrupted`, `.io`, `.closed`.
  public func receipt(
    for key: EditKey, at time: Date = Date()
  ) async throws(PageStoreError) -> EditReceipt? {
    try await read { db in try ReceiptRow.fetch(db, key, at: time)?.receipt }
  }
}

/// An edit with its key.
private struct KeyedEdit<Result: Sendable>: Sendable {
  let edit: StoreEdit<Result>
  let request: KeyedRequest
  let response: @Sendable (Result, EditedStore) throws(PageStoreError) -> [UInt8]

  /// Returns the edit together with the lookup and the creation of its receipt.
  ///
  /// - Parameter isRecorded: Whether the edit gets a receipt.
  /// - Returns: The edit of both.
  func storeEdit(isRecorded: Bool = true) -> StoreEdit<KeyedOutcome<Result>> {
    let receipt: RowLookUp = { [request] db in
      _ = try ReceiptRow.neighborhood(
        of: request.key.digest, at: request.time.milliseconds, db)
    }
    return edit.wrapped(lookingUp: receipt) { db, body in
      let now = request.time.milliseconds
      let near = try ReceiptRow.neighborhood(of: request.key.digest, at: now, db)
      if let known = near.found, !known.isExpired(at: now) {
        guard known.request == request.digest else { throw PageStoreError.keyReused }
        return .repeated(response: known.response)
      }
      let result = try body()
      let response = try response(result, EditedStore(db))
      try check(response)
      if isRecorded {
        try ReceiptRow(request, response: response).insert(near: near, db)
      }
      return .applied(result, response: response)
    }
  }

  private func check(_ response: [UInt8]) throws(PageStoreError) {
    let limit = EditReceipt.maximumResponseByteCount
    guard response.count <= limit else {
      throw .limitExceeded(.responseByteCount, found: response.count, allowed: limit)
    }
  }
}
