// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryReplay

/// The command `thumbnail-strip replay`, which runs a script on a gallery.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a script of touches and edits on a gallery, and print its frames and events.",
    discussion: HelpText.replay
  )

  @Argument(help: "A script, or '-' for standard input.", completion: .file())
  var script: PathArgument

  @Option(help: "Print JSON Lines, or text to read and compare.")
  var format = FormatArgument.json

  @OptionGroup var messageOptions: MessageOptions

  func validate() throws {
    guard script.isSingle else {
      throw ValidationError("Give one script.")
    }
  }

  func run() throws {
    let path = script.path
    try CommandRun.perform(messageOptions.messages) { session in
      do {
        try ReplayRun(path: path, format: format.format).perform(&session)
      } catch let problem as ScriptProblem {
        // Output printed before the mistake remains valid.
        try session.output.flush()
        session.reporter.report(problem)
      }
    }
  }
}

/// A replay of a script from a file.
struct ReplayRun {
  let path: Path
  let format: ReplayFormat

  /// Plays the script to its end.
  ///
  /// The output of a line is written before the program waits for more lines.
  func perform(_ session: inout CommandSession) throws {
    var reader = try LineReader(path)
    var replay = Replay(format: format)
    do {
      while let line = try reader.next(wait: { try session.output.flush() }) {
        try session.output.write(try replay.play(line))
      }
      try replay.finish()
    } catch let mistake as ScriptMistake {
      throw ScriptProblem(mistake: mistake, path: path, line: max(1, reader.lineNumber))
    }
  }
}

/// The argument of `--format`.
enum FormatArgument: String, ExpressibleByArgument, CaseIterable {
  case json, text

  var format: ReplayFormat {
    switch self {
    case .json: .json
    case .text: .text
    }
  }
}
