// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageImaging

struct ByteWindowTests {
  private static let bytes = (0..<100).map { UInt8($0) }

  @Test(arguments: [1, 7, 99, 100, 101])
  func bytesAreThoseOfTheSource(_ capacity: Int) throws {
    var window = ByteWindow(ByteSource(Self.bytes), capacity: capacity)
    for offset in [0, 1, 50, 3, 99, 0] {
      let found = try #require(try window.bytes(at: offset))
      #expect(!found.isEmpty && found.count <= capacity)
      #expect(Array(found) == Array(Self.bytes[offset..<offset + found.count]))
      #expect(window[offset] == Self.bytes[offset])
    }
  }

  @Test func thereAreNoBytesBehindTheEnd() throws {
    var window = ByteWindow(ByteSource(Self.bytes))
    #expect(try window.bytes(at: 100) == nil)
    #expect(try window.bytes(at: 1 << 40) == nil)
    #expect(try window.bytes(at: 93, atLeast: 8) == nil)
    #expect(try window.bytes(at: 92, atLeast: 8)?.count == 8)
    #expect(try window.word(at: 93) == nil)
    #expect(try window.word(at: 92) == 0x5C5D_5E5F_6061_6263)
  }

  @Test func aWindowThatEndsTooEarlyMoves() throws {
    // Given
    var window = ByteWindow(ByteSource(Self.bytes), capacity: 16)
    _ = try window.bytes(at: 0)
    // When
    let found = try #require(try window.bytes(at: 10, atLeast: 16))
    // Then
    #expect(Array(found) == Array(Self.bytes[10..<26]))
    #expect(window.range == 10..<26)
  }

  @Test func bytesInMemoryAreUsedWhereTheyAre() throws {
    try DecoderInput.with(ByteSource(Self.bytes)) { input throws(ImagingError) in
      var window = ByteWindow(input)
      let found = try window.bytes(at: 10)
      #expect(found?.count == 90)
      #expect(found?.baseAddress == input.bytes.map { UnsafeRawPointer($0 + 10) })
    }
  }
}
