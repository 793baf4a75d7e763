// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageImaging

/// The same walk through a cursor and through a reader with a budget.
struct JPEGSegmentsTests {
  private static func markers(_ bytes: [UInt8]) throws -> [[Int]] {
    var cursor = ByteCursor(ByteSource(bytes), at: 0, capacity: 3)
    var offset = 0
    var found: [[Int]] = []
    while let marker = try JPEGSegments.nextMarker(from: offset, in: &cursor) {
      found.append([Int(marker.code), marker.start, marker.end])
      offset = marker.end
    }
    return found
  }

  @Test func garbageFillBytesAndStuffingAreSkipped() throws {
    let bytes: [UInt8] = [1, 2, 0xFF, 0xD8, 0xFF, 0x00, 0xFF, 0xFF, 0xFF, 0xC0, 7, 0xFF, 0xD9]
    #expect(try Self.markers(bytes) == [[0xD8, 2, 4], [0xC0, 6, 10], [0xD9, 11, 13]])
  }

  @Test(arguments: [[], [0xFF], [0xFF, 0xFF], [1, 2, 3], [0xFF, 0x00]] as [[UInt8]])
  func anEndWithoutAMarkerEndsTheWalk(_ bytes: [UInt8]) throws {
    #expect(try Self.markers(bytes).isEmpty)
  }

  @Test func aReaderWithABudgetThrowsAtTheEnd() throws {
    var reader = HeaderReader(ByteSource([0xFF, 0xD8, 0xFF, 0xFF]), budget: 100)
    let first = try JPEGSegments.nextMarker(from: 0, in: &reader)
    #expect(first?.code == 0xD8)
    do throws(ImagingError) {
      _ = try JPEGSegments.nextMarker(from: 2, in: &reader)
      Issue.record("a marker behind the end")
    } catch {
      #expect(error == .truncated(offset: 4))
    }
  }

  @Test func aLengthIsTwoBytes() throws {
    var cursor = ByteCursor(ByteSource([0x12, 0x34, 0x56]), at: 0)
    #expect(try JPEGSegments.length(at: 0, in: &cursor) == 0x1234)
    #expect(try JPEGSegments.length(at: 2, in: &cursor) == nil)
  }
}
