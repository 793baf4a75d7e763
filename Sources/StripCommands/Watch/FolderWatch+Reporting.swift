// SPDX-License-Identifier: Apache-2.0

import GalleryReplay
import PageStorage

/// A message of a watch that is not a problem.
struct WatchNote: Sendable {
  /// A stable, machine-readable identifier.
  let code: String
  /// The message as one sentence.
  let message: String

  static let noEvents = WatchNote(
    code: "noEvents",
    message: "File events are unavailable; the folder is read every few seconds.")

  static let resumed = WatchNote(code: "resumed", message: "It continues.")

  static let incomplete = WatchNote(
    code: "incomplete", message: "The end of the file is missing; the file was stored as it is.")

  static let incompleteAndKept = WatchNote(
    code: "incomplete",
    message:
      "The end of the file is missing; the file was stored as it is, and stays in the folder."
  )

  static let skipped = WatchNote(
    code: "skipped", message: "The file is neither JPEG nor PNG, and is skipped.")

  static func known(_ page: String) -> WatchNote {
    WatchNote(code: "known", message: "The document already has these bytes: \(page).")
  }

  static func damaged(_ damage: String) -> WatchNote {
    WatchNote(code: "damaged", message: "Stored as damaged: \(damage)")
  }
}

extension FolderWatch {
  /// Prints a message that is not a problem.
  func note(_ note: WatchNote, at path: Path, _ session: inout CommandSession) throws {
    session.reporter.note(note.message, at: path)
    guard options.isJSON else { return }
    var json = JSONWriter()
    json.line(note, path: path)
    try session.output.write(json.bytes)
  }

  /// Reports a problem that does not end the watch.
  func report(_ problem: Problem, at path: Path, _ session: inout CommandSession) throws {
    session.reporter.report(problem, at: path)
    if options.isJSON { try session.output.write(StoreLines.json(problem, at: path)) }
  }

  /// Reports the outcome for a file.
  mutating func report(
    _ outcome: ArrivalOutcome, of file: ArrivedFile, _ session: inout CommandSession
  ) throws {
    let isAnnounced = announced.remove(file.name) != nil
    switch outcome {
    case .changed, .postponed, .interrupted: break
    case .skipped:
      if isAnnounced { try note(.skipped, at: file.path, &session) }
    case .stored(let page, let hasEnd, let newDocument):
      if let newDocument { try session.announce(newDocument, isJSON: options.isJSON) }
      if let damage = page.damage {
        try note(.damaged(damage), at: file.path, &session)
      } else if !hasEnd {
        try note(
          options.disposal.removes ? .incompleteAndKept : .incomplete, at: file.path, &session)
      }
      try session.tell(page, from: file.path, isJSON: options.isJSON)
    case .known(let page):
      // After a start, every file ingested earlier is known: report only files that arrived since.
      if isAnnounced { try note(.known(StoreName.page(page)), at: file.path, &session) }
    case .refused(let problem): try report(problem, at: file.path, &session)
    }
  }
}

extension JSONWriter {
  /// Writes a message that is not a problem on a line of its own.
  fileprivate mutating func line(_ note: WatchNote, path: Path) {
    object { json in
      json.key("path")
      json.value(path)
      json.key("note")
      json.object { json in
        json.key("code")
        json.value(note.code)
        json.key("message")
        json.value(note.message)
      }
    }
    finishLine()
  }
}
