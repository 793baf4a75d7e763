// SPDX-License-Identifier: Apache-2.0

/// The arguments of the process, made fit for the argument parser.
///
/// The parser spends time in proportion to the square of the number of arguments: ten thousand
/// names that a shell made of `*.jpg` would cost two seconds. It also knows arguments as text
/// only, which cannot hold every file name. So a part of the arguments is hidden from it behind
/// tokens. A token starts with NUL, which no argument of a process can hold.
struct RawArguments: Sendable {
  /// The arguments of this process.
  static let ofProcess = RawArguments(System.arguments)

  /// The arguments without the program's name.
  let arguments: [[UInt8]]

  /// The arguments that the parser shall see.
  let tokens: [String]

  // An option has at most one value and a command line one subcommand, so whatever these words
  // mean, all further ones of a run without options are names of inputs.
  private static let ambiguousWords = 3

  /// Hides the long runs of words without options.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program's name.
  ///   - shortRun: The length of a run that is not hidden. The parser is fast enough for as many
  ///     words as the default, and names them in its errors.
  init(_ arguments: [[UInt8]], shortRun: Int = 100) {
    self.arguments = arguments
    var tokens: [String] = []
    var index = 0
    while index < arguments.count {
      let end = Self.endOfRun(in: arguments, from: index)
      let isShort = end - index <= shortRun
      let head = isShort ? end : min(end, index + Self.ambiguousWords)
      for position in index..<head {
        tokens.append(Self.visibleText(of: arguments[position], at: position))
      }
      if head < end { tokens.append(Self.token(for: head..<end)) }
      index = end
    }
    self.tokens = tokens
  }

  /// Returns the arguments that a token or an ordinary word of the parser stands for.
  func expand(_ word: String) -> [Path] {
    guard let range = range(of: word) else { return [Path(word)] }
    return arguments[range].map(Path.init(_:))
  }

  private func range(of word: String) -> Range<Int>? {
    guard word.utf8.first == 0 else { return nil }
    let bounds = word.utf8.dropFirst().split(separator: UInt8(ascii: "-"))
      .compactMap { Int(String(Substring($0))) }
    guard bounds.count == 2, bounds[0] <= bounds[1], bounds[1] <= arguments.count else {
      return nil
    }
    return bounds[0]..<bounds[1]
  }

  /// Returns the end of the run at `start`: one argument that looks like an option, or all
  /// neighbors that do not.
  private static func endOfRun(in arguments: [[UInt8]], from start: Int) -> Int {
    var end = start
    while end < arguments.count, arguments[end].first != UInt8(ascii: "-") { end += 1 }
    return max(end, start + 1)
  }

  private static func visibleText(of argument: [UInt8], at position: Int) -> String {
    String(validating: argument, as: UTF8.self) ?? token(for: position..<position + 1)
  }

  private static func token(for range: Range<Int>) -> String {
    "\0\(range.lowerBound)-\(range.upperBound)"
  }
}
