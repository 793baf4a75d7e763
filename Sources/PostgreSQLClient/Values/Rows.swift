// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  /// The rows of a result.
  public struct Rows: Sendable {
    /// The number of rows.
    public let count: Int

    /// The number of rows that an `INSERT`, `UPDATE` or `DELETE` changed, or that a query returned.
    public let affectedCount: Int

    let columnCount: Int
    /// The bytes of all values, one after the other.
    let bytes: [UInt8]
    /// The end of each value in `bytes`, negative (its complement) for null.
    let ends: [Int]

    /// The row at an index.
    ///
    /// - Precondition: `index` is in `0..<count`.
    public subscript(index: Int) -> Row {
      precondition(index >= 0 && index < count, "a result of \(count) rows has no row \(index)")
      return Row(rows: self, index: index)
    }
  }

  extension Rows {
    /// Returns the first row.
    ///
    /// - Throws: `PostgreSQLError.unexpectedValue` without rows.
    public func firstRow() throws(PostgreSQLError) -> Row {
      guard count > 0 else { throw .unexpectedValue("a row is missing") }
      return self[0]
    }
  }

  extension Rows: RandomAccessCollection {
    /// The index of the first row.
    public var startIndex: Int { 0 }

    /// The number of rows.
    public var endIndex: Int { count }
  }

  /// A row of a result.
  ///
  /// Reading a value throws `PostgreSQLError.unexpectedValue` if it is of another type, or null where none is
  /// expected.
  public struct Row: Sendable {
    let rows: Rows
    let index: Int

    /// Returns an `int8`.
    public func integer(_ column: Int) throws(PostgreSQLError) -> Int64 {
      try present(optionalInteger(column), column)
    }

    /// Returns an `int8`, `nil` for null.
    public func optionalInteger(_ column: Int) throws(PostgreSQLError) -> Int64? {
      try bits(column, UInt64.self).map(Int64.init(bitPattern:))
    }

    /// Returns a `float8`.
    public func number(_ column: Int) throws(PostgreSQLError) -> Double {
      try present(optionalNumber(column), column)
    }

    /// Returns a `float8`, `nil` for null.
    public func optionalNumber(_ column: Int) throws(PostgreSQLError) -> Double? {
      try bits(column, UInt64.self).map(Double.init(bitPattern:))
    }

    /// Returns a `bool`.
    public func boolean(_ column: Int) throws(PostgreSQLError) -> Bool {
      try present(bits(column, UInt8.self), column) != 0
    }

    /// Returns a `bytea`.
    public func bytes(_ column: Int) throws(PostgreSQLError) -> [UInt8] {
      try present(optionalBytes(column), column)
    }

    /// Returns a `bytea`, `nil` for null.
    public func optionalBytes(_ column: Int) throws(PostgreSQLError) -> [UInt8]? {
      slice(column).map(Array.init)
    }

    /// Returns a `text`.
    public func text(_ column: Int) throws(PostgreSQLError) -> String {
      try present(optionalText(column), column)
    }

    /// Returns a `text`, `nil` for null.
    public func optionalText(_ column: Int) throws(PostgreSQLError) -> String? {
      guard let slice = slice(column) else { return nil }
      guard let text = String(validating: slice, as: UTF8.self) else {
        throw .unexpectedValue("column \(column) is not UTF-8")
      }
      return text
    }

    /// The bytes of a value, `nil` for null.
    private func slice(_ column: Int) -> ArraySlice<UInt8>? {
      precondition(
        column >= 0 && column < rows.columnCount,
        "a row of \(rows.columnCount) columns has no column \(column)")
      let place = index * rows.columnCount + column
      guard rows.ends[place] >= 0 else { return nil }
      let before = place > 0 ? rows.ends[place - 1] : 0
      return rows.bytes[(before < 0 ? ~before : before)..<rows.ends[place]]
    }

    private func bits<Bits: FixedWidthInteger>(
      _ column: Int, _ type: Bits.Type
    ) throws(PostgreSQLError) -> Bits? {
      guard let slice = slice(column) else { return nil }
      guard slice.count == MemoryLayout<Bits>.size else {
        throw .unexpectedValue(
          "column \(column) has \(slice.count) bytes instead of \(Bits.bitWidth / 8)")
      }
      return slice.reduce(0) { $0 << 8 | Bits($1) }
    }

    private func present<Value>(
      _ value: Value?, _ column: Int
    ) throws(PostgreSQLError) -> Value {
      guard let value else { throw .unexpectedValue("column \(column) is null") }
      return value
    }
  }
#endif
