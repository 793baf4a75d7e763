// SPDX-License-Identifier: Apache-2.0

/// The receipts of keyed edits.
protocol ReceiptRows {
  /// Reads the receipts on both sides of a row ID.
  ///
  /// - Parameters:
  ///   - id: The row ID.
  ///   - counts: The maximum number of rows below it, and from it upward.
  ///   - take: Takes the facts of a row, and the row if it asks for it.
  /// - Throws: What `take` throws, and the engine's errors.
  func readReceipts(
    around id: Int64, _ counts: (below: Int, above: Int),
    _ take: (ReceiptRow.Facts, () throws -> ReceiptRow) throws -> Void
  ) throws

  /// Writes a receipt under its row ID.
  func replace(_ receipt: ReceiptRow) throws

  /// Removes a receipt.
  func removeReceipt(id: Int64) throws
}
