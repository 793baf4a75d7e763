// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct HuffmanTests {
  /// Counts of codes by length, padded with zeros.
  private static func code(_ counts: [Int], _ symbols: [UInt8]) -> HuffmanCode? {
    let rest = [Int](repeating: 0, count: 16 - counts.count)
    return HuffmanCode(counts: counts + rest, symbols: symbols)
  }

  @Test func codesOfALengthAreConsecutive() throws {
    // The lengths of the luminance DC code of T.81, K.3.1.
    let code = try #require(
      Self.code([0, 1, 5, 1, 1, 1, 1, 1, 1], Array(0...11)))

    let words = code.entries.map { String($0.bits, radix: 2) }

    #expect(
      words == [
        "0", "10", "11", "100", "101", "110", "1110", "11110", "111110", "1111110", "11111110",
        "111111110",
      ])
    #expect(code.entries.map(\.length) == [2, 3, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9])
  }

  @Test func codesThatDoNotFitAreRefused() {
    #expect(Self.code([2], [1, 2]) == nil)
    #expect(Self.code([1, 2], [1, 2, 3]) == nil)
    #expect(Self.code([0, 4], [1, 2, 3, 4]) == nil)
    #expect(Self.code([1], [1, 2]) == nil)
    #expect(Self.code([1, 1], [1, 2]) != nil)
  }

  @Test func aDCSymbolOfMoreThan15BitsIsRefused() throws {
    let code = try #require(Self.code([1, 1], [3, 16]))
    #expect(try HuffmanTables(code, isDC: true) == nil)
    #expect(try HuffmanTables(code, isDC: false) != nil)
  }

  @Test(arguments: [
    (0x00, 0, 128), (0x05, 5, 1), (0x3A, 10, 4), (0xF0, 0, 16), (0xFF, 15, 16), (0xD0, 0, 128),
    (0x10, 0, 128),
  ])
  func aSymbolLeadsAsFarAsInLibJPEG(symbol: Int, size: Int, advance: Int) {
    let entry = SymbolEntry(HuffmanCode.Entry(bits: 1, length: 7, symbol: UInt8(symbol)))
    #expect(entry.size == size && entry.advance == advance)
    #expect(entry.codeLength == 7 && entry.bitCount == 7 + size)
  }

  @Test func longAndShortCodesAreFound() throws {
    // One code of each length, the last one of 16 bits.
    let code = try #require(
      HuffmanCode(counts: [Int](repeating: 1, count: 16), symbols: (1...16).map { UInt8($0) }))
    let tables = try #require(try HuffmanTables(code, isDC: false))
    for entry in code.entries {
      let window = UInt64(entry.bits) << UInt64(64 - entry.length)
      let found = SymbolEntry(rawValue: tables.symbols[Int(window >> 52)])
      if entry.length <= 12 {
        #expect(found.rawValue == SymbolEntry(entry).rawValue)
      } else {
        #expect(found.rawValue == 0)
        #expect(tables.longEntry(window).rawValue == SymbolEntry(entry).rawValue)
      }
    }
    #expect(tables.longEntry(.max).rawValue == 0)
  }

  @Test func aSkipIsTheSumOfTheSymbolsInSight() throws {
    // 0: one bit of a nonzero coefficient; 10: the end; 110: 16 zeros.
    let code = try #require(Self.code([1, 1, 1], [0x01, 0x00, 0xF0]))
    let tables = try #require(try HuffmanTables(code, isDC: false))
    func skip(_ bits: Int) -> (bitCount: Int, advance: Int) {
      (Int(tables.skips[bits] & 0xFF), Int(tables.skips[bits] >> 8))
    }
    #expect(skip(0b100000000000) == (2, 128))
    #expect(skip(0b011000000000) == (4, 129))
    #expect(skip(0b011101000000) == (7, 145))
    // Six symbols of two bits.
    #expect(skip(0) == (12, 6))
    // No code is all ones.
    #expect(skip(0b111111111111) == (0, 255))
  }

  @Test func bitsAreGivenBackAcrossRefills() {
    checkProperty(
      seed: 61, runs: 300,
      generate: { random in (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) } },
      shrink: { _ in [] },
      check: { bytes in
        bytes.withUnsafeBufferPointer { buffer -> String? in
          guard let base = buffer.baseAddress else { return nil }
          var window = BitWindow(at: base)
          var position = 0
          for step in 0..<20 {
            window.refill()
            let count = Int(bytes[step] % 27)
            window.drop(count)
            if bytes[step] > 127 { window.putBack(count) } else { position += count }
            let expected = (0..<12).reduce(0) { value, bit in
              let place = position + bit
              return value << 1 | Int(bytes[place / 8] >> UInt8(7 - place % 8) & 1)
            }
            window.refill()
            if window.index != expected { return "other bits at \(position)" }
            if window.bitCount(to: base + 60) != 480 - position { return "other count" }
          }
          return nil
        }
      })
  }
}
