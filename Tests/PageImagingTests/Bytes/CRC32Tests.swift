// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import PageImaging

struct CRC32Tests {
  @Test func theChecksumOfTheStandardsExampleIsRight() {
    // The check value in the catalog of CRC-32 variants.
    #expect(CRC32(of: Array("123456789".utf8)[...]).value == 0xCBF4_3926)
  }

  @Test func noBytesHaveTheChecksumZero() {
    #expect(CRC32(of: []).value == 0)
  }

  @Test(arguments: 0...64)
  func aChecksumContinuesWhereverItIsInterrupted(_ split: Int) {
    // Given
    let bytes = (0..<64).map { UInt8($0 * 37 & 0xFF) }
    // When
    var checksum = CRC32(continuing: CRC32(of: bytes[..<split]).value)
    bytes[split...].withUnsafeBytes { checksum.add($0) }
    // Then
    #expect(checksum.value == CRC32(of: bytes[...]).value)
  }
}
