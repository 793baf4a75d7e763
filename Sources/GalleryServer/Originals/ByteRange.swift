// SPDX-License-Identifier: Apache-2.0

/// The part of a content that a request asks for (RFC 9110, 14).
enum ByteRange: Equatable, Sendable {
  /// The whole content: there is no range, a malformed one, or several.
  case whole
  case part(Range<Int>)
  /// The range begins behind the end.
  case unsatisfiable

  /// Evaluates the fields `Range` and `If-Range`.
  ///
  /// - Parameters:
  ///   - field: The value of `Range`.
  ///   - condition: The value of `If-Range`.
  ///   - count: The number of bytes of the content.
  ///   - tag: The strong entity tag of the content.
  init(_ field: String?, if condition: String?, of count: Int, tag: String) {
    guard let field, condition == nil || condition == tag,
      let range = Self.parse(field)
    else {
      self = .whole
      return
    }
    switch range {
    case (let first?, let last):
      let end = min(last ?? .max, count - 1)
      self = first < count ? .part(first..<end + 1) : .unsatisfiable
    case (nil, let length):
      let length = min(length ?? 0, count)
      self = length > 0 ? .part(count - length..<count) : .unsatisfiable
    }
  }

  /// Parses a single range; `nil` for several and for bad syntax.
  private static func parse(_ field: String) -> (first: Int?, last: Int?)? {
    guard field.lowercased().hasPrefix("bytes=") else { return nil }
    let text = field.dropFirst(6).drop { $0 == " " }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    let (first, last) = (number(ends[0]), number(ends[1]))
    switch (first, last) {
    case (let first?, let last?): return first <= last ? (first, last) : nil
    case (let first?, nil): return ends[1].isEmpty ? (first, nil) : nil
    case (nil, let last?): return ends[0].isEmpty ? (nil, last) : nil
    case (nil, nil): return nil
    }
  }

  /// Parses a number of any length; a larger one than any content counts as the largest.
  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return min(Int(text) ?? .max, .max - 1)
  }
}
