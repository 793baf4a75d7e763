// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import PageImaging

struct RestartIntervalsTests {
  /// Stuffs bytes and inserts restart markers between the intervals.
  private static func coded(_ intervals: [[UInt8]]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, interval) in intervals.enumerated() {
      if index > 0 { result += [0xFF, 0xD0 + UInt8((index - 1) % 8)] }
      result += interval.flatMap { $0 == 0xFF ? [0xFF, 0] : [$0] }
    }
    return result
  }

  /// All intervals of `bytes`, or nil if they are damaged.
  private static func intervals(_ bytes: [UInt8]) throws -> [[UInt8]]? {
    var all: [[UInt8]] = []
    var intervals = try RestartIntervals(ByteSource([9] + bytes), coded: 1..<bytes.count + 1)
    while !intervals.isAtEnd {
      guard var bits = intervals.next() else { return nil }
      var interval: [UInt8] = []
      while !bits.isAtEnd {
        interval.append(UInt8(bits.window >> 56))
        bits.skip(8)
      }
      all.append(interval)
    }
    let isBehindTheEnd = intervals.next() == nil
    #expect(isBehindTheEnd)
    return all
  }

  @Test func stuffingIsRemoved() {
    checkProperty(
      seed: 3, runs: 500,
      generate: { generator in
        (0..<Int.random(in: 1...20, using: &generator)).map { _ in
          (0..<Int.random(in: 0...40, using: &generator)).map { _ in
            generator.chance(0.2) ? 0xFF : UInt8.random(in: 0...255, using: &generator)
          }
        }
      },
      shrink: \.shrinks,
      check: { (expected: [[UInt8]]) in
        guard !expected.isEmpty else { return nil }
        let found = try Self.intervals(Self.coded(expected))
        return found == expected ? nil : "\(String(describing: found))"
      })
  }

  @Test(arguments: [[0xFF], [1, 0xFF, 0xFF, 0], [1, 0xFF, 0xD1, 2], [1, 0xFF, 0xD0, 0xFF, 0xD0]])
  func whatLibjpegMayWarnOfIsRefused(bytes: [UInt8]) throws {
    #expect(try Self.intervals(bytes) == nil)
  }

  @Test func bitsBehindTheEndAreSeen() throws {
    var intervals = try RestartIntervals(ByteSource([0xAA, 0x55]), coded: 0..<2)
    let first = intervals.next()
    var bits = try #require(first)
    #expect(bits.window >> 48 == 0xAA55 && bits.bit(after: 0) && !bits.bit(after: 1))
    bits.skip(8)
    #expect(!bits.isAtEnd && !bits.isOverrun)
    bits.skip(1)
    #expect(bits.isAtEnd)
    bits.skip(8)
    #expect(bits.isOverrun && !bits.isAtEnd)
    bits.skip(1 << 40)
    _ = bits.window
    #expect(bits.isOverrun)
  }
}
