// SPDX-License-Identifier: Apache-2.0

import GalleryReplay
import GallerySystem
import PageStorage

/// The passes of a copy, and their reports.
struct StoreCopyRun {
  var copy: StoreCopy
  let source: StoreLocation
  let target: StoreLocation
  let isJSON: Bool

  private static let interval = Duration.seconds(1)
  private static let signalInterval = Duration.milliseconds(50)

  /// Copies everything, and if it follows the store, each change until a signal requests the end.
  ///
  /// During the first pass, which may take hours, a signal ends the program; the next run continues the copy.
  mutating func run(_ session: inout CommandSession, follows: Bool) async throws {
    let report = try await copyAll(session)
    guard follows else { return try tell(report, &session) }
    // Before the report, at which others may send the signal.
    let interruption = Interruption(requests: try ThisProcess.terminationRequests())
    try tell(report, &session)
    while try await waits(for: interruption) { try await catchUp(&session) }
    // What was not in the log of changes, such as receipts.
    try tell(try await copy.run(), &session)
  }

  private mutating func copyAll(_ session: CommandSession) async throws -> StoreCopyReport {
    let progress = GrowingProgress(unit: "documents", session.messages)
    defer { progress.clear() }
    return try await copy.run { progress.update(done: $0, total: $1) }
  }

  /// Waits until the next pass is due.
  ///
  /// - Returns: `false` if a signal requests the end.
  private func waits(for interruption: Interruption) async throws -> Bool {
    for _ in 0..<Int(Self.interval / Self.signalInterval) {
      if interruption.isRequested { return false }
      try await Task.sleep(for: Self.signalInterval)
    }
    return true
  }

  private mutating func catchUp(_ session: inout CommandSession) async throws {
    do {
      if let report = try await copy.catchUp() { try tell(report, &session) }
    } catch PageStoreError.unreachable(let reason) {
      session.reporter.note("A server cannot be reached (\(reason)); it is tried again.", at: nil)
    } catch PageStoreError.outcomeUnknown(let reason) {
      session.reporter.note(
        "Whether the last change was made is unknown (\(reason)); it is compared again.", at: nil)
    } catch PageStoreError.locked {
      session.reporter.note("A store is locked; it is tried again.", at: nil)
    }
  }

  private func tell(
    _ report: StoreCopyReport, _ session: inout CommandSession
  ) throws {
    for problem in report.problems {
      session.reporter.report(
        .store(problem.error), at: Path(StoreName.document(problem.document)))
    }
    if isJSON {
      try session.output.write(report.json)
    } else {
      try session.tell(Array((report.summary + "\n").utf8))
    }
    try session.output.flush()
  }
}

extension StoreCopyReport {
  /// The report in one line.
  fileprivate var summary: String {
    func words(_ count: Int, _ noun: String) -> String {
      "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
    guard documentCount > 0 else { return "nothing to copy" }
    return "\(words(documentCount, "document")), \(words(pageCount, "page")), "
      + "\(words(originalCount, "original")) copied (\(words(byteCount, "byte")))"
  }

  fileprivate var json: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      for (name, count) in [
        ("documentCount", documentCount), ("pageCount", pageCount),
        ("originalCount", originalCount), ("byteCount", byteCount),
        ("problemCount", problems.count),
      ] {
        json.key(named: name)
        json.value(count)
      }
    }
    json.newline()
    return json.bytes
  }
}
