// SPDX-License-Identifier: Apache-2.0

/// A checksum over the fields of a catalog entry that detects every change of a single field.
///
/// SQLite has no checksums of its own. This is FNV-1a (Fowler, Noll and Vo) on whole words, with
/// the 64-bit prime: each step is a bijection of the sum for a given word and of the word for a
/// given sum, so that two lists of words that differ in one word never have the same sum.
struct Checksum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ word: UInt64) {
    // The rotation moves high bits down, which a multiplication alone does not.
    value = (value ^ word) &* 0x0000_0100_0000_01B3
    value = value << 29 | value >> 35
  }

  mutating func add(_ word: Int64) { add(UInt64(bitPattern: word)) }

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    add(UInt64(bytes.count))
    var start = 0
    while start < bytes.count {
      var word: UInt64 = 0
      let count = min(8, bytes.count - start)
      withUnsafeMutableBytes(of: &word) { target in
        target.copyMemory(from: .init(rebasing: bytes[start..<start + count]))
      }
      add(UInt64(littleEndian: word))
      start += count
    }
  }

  /// The checksum as SQLite stores it.
  var stored: Int64 { Int64(bitPattern: value) }
}
