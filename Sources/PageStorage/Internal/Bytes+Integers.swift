// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends an integer in little-endian order.
  mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the little-endian integer at an offset.
  func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
