// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

/// Tells people on standard error what went wrong, and remembers the gravest of it.
struct Reporter {
  /// The exit status so far.
  private(set) var status = ExitStatus.success

  /// What stands on the terminal while the work lasts.
  var progress: ProgressBar?

  /// Whether nobody wants to hear of what is no problem.
  private let isQuiet: Bool

  init(isQuiet: Bool = false) {
    self.isQuiet = isQuiet
  }

  /// Reports a problem in one line.
  mutating func report(_ problem: Problem, at path: Path?) {
    status = max(status, problem.status)
    write(problem.message, at: path)
  }

  /// Reports the mistake that stops a script, in the form in which editors find its line.
  mutating func report(_ problem: ScriptProblem) {
    status = max(status, .badInput)
    let place = "\(problem.path.displayText):\(problem.line): "
    write(line: place + Path(problem.mistake.sentence).displayText)
  }

  /// Says something that is no problem.
  mutating func note(_ sentence: String, at path: Path?) {
    if !isQuiet { write(sentence, at: path) }
  }

  /// Says what hinders the work for the time being; it may pass.
  mutating func warn(_ sentence: String, at path: Path) {
    write(sentence, at: path)
  }

  /// Says something about a line of a script that is no mistake.
  mutating func note(_ sentence: String, at path: Path, line: Int) {
    guard !isQuiet else { return }
    write(line: "\(path.displayText):\(line): " + Path(sentence).displayText)
  }

  private mutating func write(_ sentence: String, at path: Path?) {
    let place = path.map { $0.inputText + ": " } ?? ""
    // The words of a codec are foreign: they too must not break the line.
    write(line: "thumbnail-strip: " + place + Path(sentence).displayText)
  }

  private mutating func write(line: String) {
    progress?.clear()
    // When standard error is gone, there is nobody left to tell.
    try? System.write(Array((line + "\n").utf8), to: System.standardError)
  }
}
