// SPDX-License-Identifier: Apache-2.0

import GRDB

extension Database {
  func counter(_ name: CounterRow) throws -> Int64? {
    try first("SELECT next, checksum FROM counter WHERE name = '\(name.rawValue)'") { row in
      let number = row.integer(0)
      return row.has(name.checksum(number), at: 1) ? number : nil
    } ?? nil
  }

  func isMissing(_ name: CounterRow) throws -> Bool {
    try first("SELECT 1 FROM counter WHERE name = '\(name.rawValue)'") { _ in false } ?? true
  }

  func set(_ name: CounterRow, to number: Int64) throws {
    try cachedStatement(sql: "REPLACE INTO counter (name, next, checksum) VALUES (?, ?, ?)")
      .execute(arguments: [name.rawValue, number, name.checksum(number).stored])
  }
}
