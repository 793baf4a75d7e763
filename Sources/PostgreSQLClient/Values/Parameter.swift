// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  /// A value of a placeholder (`$1`) of a statement, sent in PostgreSQL's binary format.
  public enum Parameter: Hashable, Sendable {
    /// An `int8`, or null.
    case integer(Int64?)
    /// A `float8`, or null.
    case number(Double?)
    /// A `bool`.
    case boolean(Bool)
    /// A `text` without NUL, or null.
    case text(String?)
    /// A `bytea`, or null.
    case bytes([UInt8]?)
    /// An `int8[]` of one dimension, for `= ANY($1)` and `unnest($1)`.
    case integers([Int64])
    /// A `text[]` of one dimension.
    case texts([String])
    /// A `bytea[]` of one dimension; its elements may be null.
    case byteStrings([[UInt8]?])

    /// The object ID of the type in the catalog of PostgreSQL (`pg_type.dat`).
    var type: UInt32 {
      switch self {
      case .integer: 20
      case .number: 701
      case .boolean: 16
      case .text: 25
      case .bytes: 17
      case .integers: 1016
      case .texts: 1009
      case .byteStrings: 1001
      }
    }

    /// Appends the value in binary format.
    ///
    /// - Returns: Whether it is not null.
    func append(to buffer: inout [UInt8]) -> Bool {
      switch self {
      case .integer(let value): return value.map { buffer.append(bigEndian: $0) } != nil
      case .number(let value): return value.map { buffer.append(bigEndian: $0.bitPattern) } != nil
      case .boolean(let value): buffer.append(value ? 1 : 0)
      case .text(let value): return value.map { buffer.append(contentsOf: $0.utf8) } != nil
      case .bytes(let value): return value.map { buffer.append(contentsOf: $0) } != nil
      case .integers(let values):
        buffer.appendArray(values, elementType: 20) { buffer, value in
          buffer.append(bigEndian: Int32(8))
          buffer.append(bigEndian: value)
        }
      case .texts(let values):
        buffer.appendArray(values, elementType: 25) { $0.appendElement(Array($1.utf8)) }
      case .byteStrings(let values):
        buffer.appendArray(values, elementType: 17, hasNulls: values.contains(nil)) {
          $0.appendElement($1)
        }
      }
      return true
    }
  }

  extension [UInt8] {
    fileprivate mutating func append(bigEndian value: some FixedWidthInteger) {
      Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends an element of an array: its length and bytes, or -1 for null.
    fileprivate mutating func appendElement(_ bytes: [UInt8]?) {
      append(bigEndian: bytes.map { Int32($0.count) } ?? -1)
      if let bytes { append(contentsOf: bytes) }
    }

    /// Appends an array as `array_recv` of PostgreSQL reads it.
    ///
    /// It begins with the number of dimensions, a flag for nulls and the type; the length and the first index
    /// of each dimension follow. An empty array has no dimension.
    fileprivate mutating func appendArray<Value>(
      _ values: [Value], elementType: Int32, hasNulls: Bool = false,
      _ appendElement: (inout Self, Value) -> Void
    ) {
      append(bigEndian: Int32(values.isEmpty ? 0 : 1))
      append(bigEndian: Int32(hasNulls ? 1 : 0))
      append(bigEndian: elementType)
      guard !values.isEmpty else { return }
      append(bigEndian: Int32(values.count))
      append(bigEndian: Int32(1))
      for value in values { appendElement(&self, value) }
    }
  }
#endif
