// SPDX-License-Identifier: Apache-2.0

extension CraftedKinds {
  private static let receiptValues = [
    "time": ["0", "-9223372036854775808", "9223372036854775807"],
    "key": ["X''", "zeroblob(32)", "zeroblob(33)", "zeroblob(1000000)", "'x'"],
    "request": ["X''", "zeroblob(32)", "zeroblob(1000000)"],
    "response": ["X''", "zeroblob(8388608)", "zeroblob(8388609)", "'x'"],
  ]

  /// Receipts of keyed edits; a forged one makes an edit appear as applied, which harms nobody else.
  @CraftedKindBuilder static var receipts: [CraftedKind] {
    receiptValues.sorted { $0.key < $1.key }.flatMap { column, values in
      values.map { value in
        CraftedKind("receipts with \(column) \(value)") { craft in
          try craft.update("receipt", set: "\(column) = \(value)", where: "1")
        }
      }
    }
    for id in ["-1", "0", "9223372036854775807", "-9223372036854775808"] {
      CraftedKind("a receipt \(id)") { craft in
        try craft.update("receipt", set: "id = \(id)", where: "id = (SELECT max(id) FROM receipt)")
      }
    }
    [
      CraftedKind(
        "receipts of the time before all others",
        sql: "UPDATE receipt SET time = 0"),
      CraftedKind(
        "100,000 receipts",
        sql: "INSERT OR IGNORE INTO receipt (id, time, key, request, response, checksum) "
          + "\(endless) SELECT x, 0, zeroblob(32), zeroblob(32), X'', 0 FROM c LIMIT 100000"),
      CraftedKind(
        "a receipt of 320 MB", .alone,
        sql: "UPDATE receipt SET response = zeroblob(320000000) "
          + "WHERE id = (SELECT max(id) FROM receipt)"),
    ]
  }
}
