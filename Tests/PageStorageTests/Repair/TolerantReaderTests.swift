// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import PageStorage

/// Reads of tables whose pages lead to other rows than their keys say.
struct TolerantReaderTests {
  private static let pageByteCount = 512
  private static let rowCount: Int64 = 400

  private let folder: TestFolder
  private let path: String

  init() throws {
    folder = try TestFolder()
    path = folder.store + ".sqlite"
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA page_size = \(Self.pageByteCount); VACUUM")
      try db.execute(sql: "CREATE TABLE row (id INTEGER PRIMARY KEY, text)")
      // A row fills a leaf of its own.
      for id in 1...Self.rowCount {
        try db.execute(sql: "INSERT INTO row VALUES (\(id), hex(zeroblob(200)))")
      }
    }
    try database.close()
  }

  /// Returns the row IDs in the order in which they are read.
  private func ids(_ body: (Int64) throws -> Void = { _ in }) throws -> [Int64] {
    let database = try DatabaseQueue(path: path)
    return try database.read { db in
      var ids: [Int64] = []
      try TolerantReader(db: db).each("row", "id, text") { row in
        ids.append(row.integer(0))
        guard ids.count <= 2 * Int(Self.rowCount) else { throw Repetition() }
        try body(row.integer(0))
      }
      return ids
    }
  }

  private struct Repetition: Error {}

  /// Changes the children of the inner pages of the table.
  private func changeChildren(_ change: (inout [UInt32]) -> Void) throws {
    let file = URL(fileURLWithPath: path)
    var bytes = Array(try Data(contentsOf: file))
    for start in stride(from: Self.pageByteCount, to: bytes.count, by: Self.pageByteCount)
    where bytes[start] == 5 {
      let count = Int(bytes[start + 3]) << 8 | Int(bytes[start + 4])
      let cells = (0..<count).map { start + 12 + 2 * $0 }
      let places = cells.map { start + (Int(bytes[$0]) << 8 | Int(bytes[$0 + 1])) } + [start + 8]
      var children = places.map { place in
        bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      change(&children)
      for (place, child) in zip(places, children) {
        for byte in 0..<4 {
          bytes[place + byte] = UInt8(truncatingIfNeeded: child >> (24 - 8 * byte))
        }
      }
    }
    try Data(bytes).write(to: file)
  }

  @Test func aSoundTableIsReadOnce() throws {
    #expect(try ids() == Array(1...Self.rowCount))
  }

  /// Four levels of pages that all lead to one leaf would otherwise yield its row without end.
  @Test func aRowThatAllPagesLeadToIsReadOnce() throws {
    try changeChildren { children in
      children = Array(repeating: children[0], count: children.count)
    }
    let ids = try ids()
    #expect(Set(ids).count <= 2 && ids.count <= 2, "\(ids.prefix(5))")
  }

  @Test func rowsBehindARepeatedRowAreRead() throws {
    try changeChildren { children in
      guard children.count > 10 else { return }
      children[5] = children[4]
    }
    let ids = try ids()
    #expect(Set(ids).count > Int(Self.rowCount) * 9 / 10)
    #expect(Set(ids).count == ids.count)
  }

  /// A failed write to the new catalog is an error, not an unreadable row.
  @Test func anErrorOfTheBodyIsThrown() throws {
    #expect(throws: DatabaseError.self) {
      _ = try ids { id in
        if id == 7 { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      }
    }
  }
}
