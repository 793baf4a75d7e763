// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// One change after the other, stopped or failed at each of its calls to the system.
///
/// strace counts the calls of each thread, so a run stops at the first thread that makes so many.
@Suite(.enabled(if: CrashChild.strace != nil, "strace is not installed, or must not trace"))
struct InjectionTests {
  static let calls = [
    "openat", "write", "pwrite64", "fsync", "fdatasync", "link", "unlink", "ftruncate", "fallocate",
  ]
  static let changes = ["append 9", "delete 1", "move 1 2", "purge"]

  @Test(arguments: changes) func aKillAtEachCallLosesNothing(change: String) async throws {
    for call in Self.calls { try await run(change, call, "signal=KILL") }
  }

  @Test(arguments: changes, ["ENOSPC", "EIO"])
  func anErrorAtEachCallIsReported(change: String, error: String) async throws {
    for call in Self.calls where call != "openat" {
      try await run(change, call, "error=\(error)")
    }
  }

  /// Runs a change again and again, each time with the next call struck, until none is left.
  private func run(_ change: String, _ call: String, _ injection: String) async throws {
    let template = try TestFolder()
    let document = try await prepare(template)
    // The dynamic linker's own files say nothing about a store.
    var number = call == "openat" ? 15 : 1
    while number < 200 {
      let folder = try TestFolder()
      try FileManager.default.copyItem(atPath: template.store, toPath: folder.store)
      let store = try await folder.open()
      let model = try await CrashModel(store, document)
      await store.close()
      let child = try CrashChild(
        change.split(separator: " ").map(String.init), in: folder,
        injecting: "-e trace=\(call) -e inject=\(call):\(injection):when=\(number)")
      child.process.waitUntilExit()
      let lines = try child.lines()
      _ = try await folder.state(
        of: document, after: lines, from: model, "\(change), \(call) \(injection) \(number)")
      // Without an end of its own the child was struck; with one, it may have been struck as well.
      let isDone = lines.last?.first == "done" && child.process.terminationStatus == 0
      if isDone, injection.contains("KILL") || number > 12 { return }
      number += 1
    }
  }

  /// A store of three pages, and two in the trash.
  private func prepare(_ folder: TestFolder) async throws -> DocumentID {
    let document = try await folder.emptyDocument()
    let store = try await folder.open()
    _ = await store.ingest((0..<5).map { .bytes(CrashPage.bytes($0)) }, into: document)
    try await store.delete(4, 5)
    await store.close()
    return document
  }
}
