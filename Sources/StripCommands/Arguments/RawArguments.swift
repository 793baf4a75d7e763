// SPDX-License-Identifier: Apache-2.0

/// The arguments of the process, prepared for the argument parser.
///
/// The time of the parser is quadratic in the number of arguments: ten thousand names from a
/// shell's `*.jpg` would take two seconds. The parser also represents arguments as `String`, which
/// cannot hold every file name. Therefore some arguments are replaced by tokens. A token starts
/// with NUL, which no argument of a process can contain.
struct RawArguments: Sendable {
  /// The arguments of this process.
  static let ofProcess = RawArguments(ThisProcess.arguments)

  /// The arguments without the program name.
  let arguments: [[UInt8]]

  /// The arguments to pass to the parser.
  let tokens: [String]

  // An option has at most one value and a command line has one subcommand: after this many words,
  // the rest of a run without options consists of input names.
  private static let ambiguousWords = 3

  /// Replaces long runs of words without options by tokens.
  ///
  /// - Parameters:
  ///   - arguments: The arguments without the program name.
  ///   - shortRun: The maximum length of a run that is not replaced. The parser is fast enough for
  ///     the
  ///     default number of words, and can quote them in its errors.
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

  /// Returns the arguments that a token or an ordinary word from the parser stands for.
  func expand(_ word: String) -> [Path] {
    guard let range = range(of: word) else { return [Path(word)] }
    return arguments[range].map(Path.init(_:))
  }

  /// Returns a message in readable form: tokens become the arguments that they stand for, and
  /// characters that control a terminal are escaped.
  func displayText(ofMessage message: String) -> String {
    message.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let parts = line.split(separator: "\0", omittingEmptySubsequences: false)
      return Path(String(parts[0])).displayText
        + parts.dropFirst().map(displayText(ofTokenAndText:)).joined()
    }.joined(separator: "\n")
  }

  /// Returns a part of a message that begins with a token without its NUL.
  private func displayText(ofTokenAndText part: Substring) -> String {
    let token = part.prefix { $0 == "-" || $0.isNumber }
    let rest = Path(String(part.dropFirst(token.count))).displayText
    guard let range = range(of: "\0\(token)"), let first = range.first else {
      return Path("\0\(token)").displayText + rest
    }
    let others = range.count > 1 ? " and \(range.count - 1) more" : ""
    return Path(arguments[first]).displayText + others + rest
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

  /// Returns the end of the run at `start`: a single argument that looks like an option, or all
  /// adjacent arguments that do not.
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
