// SPDX-License-Identifier: Apache-2.0

/// The natural order of names: `page2` before `page10`.
///
/// Names are compared byte by byte, but a run of digits counts as one number of any length. Names
/// that differ only in leading zeros are ordered by them, fewer zeros first, so that two names are
/// equal only if all their bytes are. Digits are contiguous in ASCII, so a number compares with any
/// other byte as its first digit does, and the order is total.
enum NaturalOrder {
  /// Returns whether the first name precedes the second one.
  static func areInIncreasingOrder(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    compare(first.span, second.span) < 0
  }

  /// Returns a negative number, zero or a positive number if `first` is before, equal to or after
  /// `second`.
  static func compare(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Int {
    var (i, j) = (0, 0)
    var zerosDifference = 0
    while i < first.count, j < second.count {
      if isDigit(first[i]), isDigit(second[j]) {
        let a = Number(in: first, at: i)
        let b = Number(in: second, at: j)
        let difference = a.compare(b, first, second)
        guard difference == 0 else { return difference }
        if zerosDifference == 0 { zerosDifference = a.zeroCount - b.zeroCount }
        (i, j) = (a.end, b.end)
      } else {
        guard first[i] == second[j] else { return Int(first[i]) - Int(second[j]) }
        (i, j) = (i + 1, j + 1)
      }
    }
    let rest = (first.count - i) - (second.count - j)
    return rest != 0 ? rest : zerosDifference
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// A run of digits in a name.
  private struct Number {
    /// The number of zeros before the first significant digit.
    let zeroCount: Int
    /// The position of the first significant digit.
    let start: Int
    /// The position after the last digit.
    let end: Int

    init(in name: Span<UInt8>, at position: Int) {
      var index = position
      while index < name.count, name[index] == 0x30 { index += 1 }
      start = index
      zeroCount = index - position
      while index < name.count, isDigit(name[index]) { index += 1 }
      end = index
    }

    func compare(_ other: Number, _ name: Span<UInt8>, _ otherName: Span<UInt8>) -> Int {
      let length = end - start
      guard length == other.end - other.start else {
        return length - (other.end - other.start)
      }
      for offset in 0..<length where name[start + offset] != otherName[other.start + offset] {
        return Int(name[start + offset]) - Int(otherName[other.start + offset])
      }
      return 0
    }
  }
}
