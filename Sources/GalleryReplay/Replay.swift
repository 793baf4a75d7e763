// SPDX-License-Identifier: Apache-2.0

/// A script that drives a gallery or a companion, line by line.
///
/// The first line creates the model. Each further line is a call at a time; times never decrease.
/// The help of the command `thumbnail-strip replay` documents the calls and their output.
public struct Replay {
  private var parser = ScriptParser()
  private var model: (any ModelReplaying)?
  private var printer: ReplayPrinter

  /// Creates a replay at the beginning of a script.
  ///
  /// - Parameter format: The output format.
  public init(format: ReplayFormat) {
    printer = ReplayPrinter(format: format)
  }

  /// Plays one line.
  ///
  /// Empty lines and lines that begin with `#` have no effect.
  ///
  /// - Parameter line: The line in UTF-8, without its line feed; at most 16 MiB.
  /// - Returns: The events and frames that the line causes, in UTF-8, each followed by a line feed.
  /// - Throws: ``ScriptMistake`` if the line is not a call of the model. A script ends at its first
  ///   mistake: the effect of later lines is unspecified.
  public mutating func play(_ line: ArraySlice<UInt8>) throws(ScriptMistake) -> [UInt8] {
    printer.removeAll()
    if model == nil {
      model = try parser.start(ScriptStart.self, from: line)?.makeModel()
    } else {
      try model?.play(line, &parser, &printer)
    }
    return printer.bytes
  }

  /// Checks that the script is complete.
  ///
  /// - Throws: ``ScriptMistake`` if no line has created a model.
  public func finish() throws(ScriptMistake) { try parser.finish() }
}
