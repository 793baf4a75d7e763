// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

/// The checksums of the catalog, computed from their definition and not by the code of the store: a
/// crafted entry has a valid one.
struct CraftedChecksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x0000_0100_0000_01B3
    value = value << 29 | value >> 35
  }

  mutating func add(_ word: Int64) { add(UInt64(bitPattern: word)) }

  /// Adds the length of some bytes, and the bytes as words of eight, the last one padded with
  /// zeros.
  mutating func add(_ bytes: [UInt8]) {
    add(UInt64(bytes.count))
    for start in stride(from: 0, to: bytes.count, by: 8) {
      let word = bytes[start..<min(start + 8, bytes.count)]
      add(word.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
  }

  var stored: Int64 { Int64(bitPattern: value) }
}

extension CraftedChecksum {
  /// The checksum of a line of the records, which precedes the line.
  static func line(_ text: String) -> [UInt8] {
    var sum = Self()
    sum.add(Array(text.utf8))
    return Array("\(String(sum.value, radix: 16)) \(text)\n".utf8)
  }

  /// The checksum of a row of a table with checksums.
  static func row(_ row: Row, of table: String) -> Int64 {
    var sum = Self()
    let integer = { (name: String, null: Int64) in number(row[name]) ?? null }
    let bytes = { (name: String) in Array((row[name] as Data?) ?? Data()) }
    switch table {
    case "node":
      for name in ["id", "document", "isLeaf"] { sum.add(integer(name, 0)) }
      sum.add(bytes("entries"))
    case "blob":
      sum.add(integer("id", 0))
      sum.add(bytes("digest"))
      sum.add(integer("byteCount", 0))
      sum.add(bytes("header"))
      sum.add(Array(((row["damage"] as String?) ?? "").utf8))
    case "page":
      for name in ["id", "document", "blob", "contentVersion"] { sum.add(integer(name, 0)) }
      sum.add(integer("rotation", 0) & 3)
      sum.add((row["aspectRatio"] as Double?)?.bitPattern ?? .max)
      for name in ["trashed", "trashedIndex"] { sum.add(integer(name, -1)) }
      for (column, name) in ["created", "trashedAfter"].enumerated() {
        guard let value = number(row[name]), name == "created" || number(row["trashed"]) != nil
        else { continue }
        sum.add(Int64(column + 1))
        sum.add(value)
      }
    case "document":
      for name in ["id", "created"] { sum.add(integer(name, 0)) }
      for name in ["title", "metadata"] {
        sum.add(Array((String.fromDatabaseValue(row[name]) ?? "").utf8))
      }
    case "pageMetadata":
      sum.add(integer("id", 0))
      sum.add(Array((String.fromDatabaseValue(row["content"]) ?? "").utf8))
    case "receipt":
      for name in ["id", "time"] { sum.add(integer(name, 0)) }
      for name in ["key", "request", "response"] { sum.add(bytes(name)) }
    default: return 0
    }
    return sum.stored
  }

  /// SQLite's conversion of a value to an integer, `nil` if there is none.
  private static func number(_ value: DatabaseValue) -> Int64? {
    switch value.storage {
    case .null: nil
    case .int64(let number): number
    case .double(let number): number >= 9e18 ? .max : number <= -9e18 ? .min : Int64(number)
    case .string, .blob: 0
    }
  }

  /// The checksum of the part of a document that edits of pages change.
  static func state(ofDocument row: Row) -> Int64 {
    var sum = Self()
    for name in ["id", "root", "pageCount", "revision", "modified"] {
      sum.add(number(row[name]) ?? 0)
    }
    let trashed = number(row["trashed"])
    sum.add(trashed == nil ? 0 as Int64 : 1)
    sum.add(trashed ?? 0)
    return sum.stored
  }
}

extension [UInt8] {
  /// A little-endian integer, as in nodes.
  init(little number: some FixedWidthInteger) {
    self = Swift.withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// A big-endian integer, as in SQLite.
  init(big number: some FixedWidthInteger) {
    self = Swift.withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
