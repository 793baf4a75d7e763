// SPDX-License-Identifier: Apache-2.0

import GalleryReplay
import GallerySystem

/// A reporter that prints problems to standard error and records the most severe status.
struct Reporter {
  /// The exit status so far.
  private(set) var status = ExitStatus.success

  /// The progress line on the terminal during the work.
  var progress: ProgressBar?

  /// Whether messages other than problems are suppressed.
  private let isQuiet: Bool

  init(isQuiet: Bool = false) {
    self.isQuiet = isQuiet
  }

  /// Prints a problem on one line.
  mutating func report(_ problem: Problem, at path: Path?) {
    status = max(status, problem.status)
    write(problem.message, at: path)
  }

  /// Prints the mistake that stops a script, with path and line number in the form that editors
  /// parse.
  mutating func report(_ problem: ScriptProblem) {
    status = max(status, .badInput)
    let place = "\(problem.path.displayText):\(problem.line): "
    write(line: place + Path(problem.mistake.sentence).displayText)
  }

  /// Prints a note, which is not a problem.
  mutating func note(_ sentence: String, at path: Path?) {
    if !isQuiet { write(sentence, at: path) }
  }

  /// Prints a warning about a condition that blocks the work and may be temporary.
  mutating func warn(_ sentence: String, at path: Path) {
    write(sentence, at: path)
  }

  /// Prints a note about a line of a script, which is not a mistake.
  mutating func note(_ sentence: String, at path: Path, line: Int) {
    guard !isQuiet else { return }
    write(line: "\(path.displayText):\(line): " + Path(sentence).displayText)
  }

  private mutating func write(_ sentence: String, at path: Path?) {
    let place = path.map { $0.inputText + ": " } ?? ""
    // Messages of codecs are escaped: they must not break the line.
    write(line: "thumbnail-strip: " + place + Path(sentence).displayText)
  }

  private mutating func write(line: String) {
    progress?.clear()
    // If standard error fails, the error cannot be reported.
    try? SystemCalls.write(Array((line + "\n").utf8), to: ThisProcess.standardError)
  }
}
