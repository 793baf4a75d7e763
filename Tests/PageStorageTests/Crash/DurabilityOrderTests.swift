// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// The order of writes and syncs: a violation would lose data after a power failure, although not
/// after a kill.
@Suite(.enabled(if: ChildProcess.strace != nil, "strace is not installed, or must not trace"))
struct DurabilityOrderTests {
  private static let syncs: Set = ["fsync", "fdatasync"]

  private let folder: TestFolder

  init() async throws {
    folder = try TestFolder()
    let document = try await folder.emptyDocument()
    let store = try await folder.open()
    _ = await store.ingest((0..<5).map { .bytes(CrashPage.bytes($0)) }, into: document)
    try await store.delete(4, 5)
    await store.close()
  }

  private func trace(_ change: String) async throws -> SystemCallTrace {
    let file = folder.path + "/trace"
    let child = try ChildProcess(
      ["change"] + change.split(separator: " ").map(String.init), in: folder,
      prefix: SystemCallTrace.prefix(
        file,
        [
          "write", "pwrite64", "fsync", "fdatasync", "link", "linkat", "unlink", "unlinkat",
          "rename",
          "renameat2",
        ]))
    await child.waitUntilExit()
    #expect(try child.lines().last?.first == "done")
    return try SystemCallTrace(contentsOfFile: file)
  }

  /// The syncs of SQLite's log, each after a write to it.
  private func commits(_ trace: SystemCallTrace) -> [Int] {
    trace.places(Self.syncs) { $0.paths.first?.hasSuffix("catalogue.sqlite-wal") == true }
  }

  @Test(arguments: [
    ("append 9", 1), ("append 200", 1), ("ingest 9 5", 5), ("replace 1 9", 1),
    ("once-together 9 4", 4),
  ])
  func originalsAreSyncedBeforeTheCommitThatNamesThem(change: String, count: Int) async throws {
    let trace = try await trace(change)
    let links = trace.places(["link"])
    #expect(links.count == count)
    let firstLink = try #require(links.first)
    let record = trace.places(Self.syncs) { $0.paths[0].hasSuffix("/store/records/0") }
    let written = trace.places(["pwrite64"]) { $0.paths[0].hasSuffix("/store/records/0") }
    #expect(try #require(record.last) < firstLink, "records come before files")
    #expect(try #require(written.last) < record[record.count - 1])
    let commit = try #require(commits(trace).first { $0 > links[links.count - 1] })
    for link in links {
      let (source, target) = (trace.calls[link].paths[0], trace.calls[link].paths[1])
      let writes = trace.places(["write", "pwrite64"]) { $0.paths == [source] }
      let sync = try #require(trace.places(Self.syncs) { $0.paths == [source] }.last)
      #expect(try #require(writes.last) < sync && sync < link, "bytes before their name")
      let parent = URL(fileURLWithPath: target).deletingLastPathComponent().path
      let folderSync = trace.places(Self.syncs) { $0.paths == [parent] }
      #expect(folderSync.contains { link < $0 && $0 < commit }, "the name before the commit")
    }
    try expectAcknowledgement(trace, after: commit)
  }

  /// An acknowledged change is durable: nothing is written to the log after its last sync.
  private func expectAcknowledgement(_ trace: SystemCallTrace, after commit: Int) throws {
    let done = try #require(trace.places(["write"]) { $0.text.hasPrefix("done") }.first)
    #expect(commit < done)
    let last = try #require(commits(trace).last { $0 < done })
    let written = trace.places(["pwrite64"]) {
      $0.paths[0].hasSuffix("catalogue.sqlite-wal")
    }
    #expect(!written.contains { last < $0 && $0 < done })
    #expect(written.contains { $0 < last })
  }

  @Test(arguments: ["delete 1", "move 1 2", "rotate 1", "restore 4"])
  func editsAreSyncedBeforeTheyAreAcknowledged(change: String) async throws {
    let trace = try await trace(change)
    let begin = try #require(trace.places(["write"]) { $0.text.hasPrefix("begin") }.first)
    try expectAcknowledgement(trace, after: try #require(commits(trace).first { $0 > begin }))
  }

  @Test func originalsGoAfterTheCommitThatNeedsThemNoMore() async throws {
    let trace = try await trace("purge")
    let removals = trace.places(["unlink"]) { $0.paths[0].contains("/store/blobs/") }
    #expect(removals.count == 2)
    let commit = try #require(commits(trace).first)
    #expect(removals.allSatisfy { $0 > commit })
    try expectAcknowledgement(trace, after: commit)
  }
}
