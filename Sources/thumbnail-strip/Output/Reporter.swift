// SPDX-License-Identifier: Apache-2.0

/// Tells people on standard error what went wrong, and remembers the gravest of it.
struct Reporter {
  /// The exit status so far.
  private(set) var status = ExitStatus.success

  /// What stands on the terminal while the work lasts.
  var progress: ProgressBar?

  /// Reports a problem in one line.
  mutating func report(_ problem: Problem, at path: Path?) {
    status = max(status, problem.status)
    write(problem.message, at: path)
  }

  /// Says something that is no problem.
  mutating func note(_ sentence: String, at path: Path) {
    write(sentence, at: path)
  }

  private mutating func write(_ sentence: String, at path: Path?) {
    progress?.clear()
    var line = Array("thumbnail-strip: ".utf8)
    if let path {
      line.append(contentsOf: path.displayText.utf8)
      line.append(contentsOf: ": ".utf8)
    }
    // The words of a codec are foreign: they too must not break the line.
    line.append(contentsOf: Path(sentence).displayText.utf8)
    line.append(UInt8(ascii: "\n"))
    // When standard error is gone, there is nobody left to tell.
    try? System.write(line, to: System.standardError)
  }
}
