// SPDX-License-Identifier: Apache-2.0

import GRDB

extension CatalogCopy {
  /// Copies the sound receipts of keyed edits; nothing else contains the others.
  func copyReceipts(_ report: inout RepairReport) throws {
    guard let old = source.old else { return }
    var damaged: Set<Int64> = []
    try TolerantReader(db: old).each("receipt", ReceiptRow.columns) { row in
      guard let receipt = try? ReceiptRow(row) else {
        damaged.insert(row.integer(0))
        return
      }
      try target.db.replace(receipt)
    }
    report.droppedReceiptCount = damaged.count
  }
}
