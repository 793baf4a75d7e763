// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends an integer in little endian.
  mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// The integer in little endian at an offset.
  func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }
}
