// SPDX-License-Identifier: Apache-2.0

/// A call of a process: its start and end, its operation and its result.
struct HistoryCall {
  let begin: Int
  let end: Int
  let document: Int
  let operation: String
  let arguments: [Int]
  private(set) var result: [String]

  /// The result as one number, `nil` if it is not a number.
  var number: Int? { result.count == 1 ? Int(result[0]) : nil }

  /// Parses the line of a call.
  ///
  /// - Parameter line: `BEGIN END DOCUMENT OPERATION ARGUMENT... = RESULT...`.
  init?(_ line: Substring) {
    let words = line.split(separator: " ").map(String.init)
    guard let sign = words.firstIndex(of: "="), sign >= 4 else { return nil }
    let numbers = words[..<3].compactMap { Int($0) }
    guard numbers.count == 3 else { return nil }
    (begin, end, document) = (numbers[0], numbers[1], numbers[2])
    operation = words[3]
    arguments = words[4..<sign].compactMap { Int($0) }
    result = Array(words[(sign + 1)...])
  }

  /// The same call with another result.
  func giving(_ result: [String]) -> Self {
    var call = self
    call.result = result
    return call
  }

  /// Parses the output of a process.
  static func all(in text: String) -> [HistoryCall] {
    text.split(separator: "\n").compactMap { HistoryCall($0) }
  }
}
