// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

/// The program watching a folder, with files that arrive in all ways in which scanners and people
/// deliver them.
@Suite(.timeLimit(.minutes(60)))
struct WatchTests {
  private let store: StoreWorkspace
  private var workspace: Workspace { store.workspace }

  init() throws {
    store = try StoreWorkspace()
    try FileManager.default.createDirectory(
      at: workspace.url.appendingPathComponent("in"), withIntermediateDirectories: true)
  }

  /// A valid page of noise derived from a number.
  private func page(_ number: UInt64) throws -> [UInt8] {
    var generator = SeededGenerator(seed: number)
    var bitmap = try Bitmap(size: PixelSize(width: 64, height: 64), format: .gray8)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices { pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    }
    return try bitmap.encoded(as: .jpeg(quality: 80))
  }

  private func start(_ arguments: String = "watch in --store s --quiet-time 60") throws -> Watcher {
    try Watcher(workspace, arguments.split(separator: " ").map(String.init))
  }

  private func append(_ bytes: some Collection<UInt8>, to name: String) throws {
    let file = try FileHandle(forWritingTo: workspace.url.appendingPathComponent(name))
    try file.seekToEnd()
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  private func rename(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(
      at: workspace.url.appendingPathComponent(old), to: workspace.url.appendingPathComponent(new))
  }

  @Test func whatLiesThereComesFirstAndInOrder() async throws {
    for number in [10, 9, 2] as [UInt64] { try workspace.add("in/\(number).jpg", page(number)) }
    try workspace.add("in/notes.txt", "no page")
    let watcher = try start()
    try await watcher.wait(forLines: 4)
    try workspace.add("in/1.jpg", page(1))
    try await watcher.wait(forLines: 5)
    #expect(try watcher.end(with: SIGTERM) == 0)

    // Files that arrive together get their identifiers in any order.
    let lines = watcher.lines.map { $0.split(separator: " ") }
    #expect(
      lines.map(\.last) == ["in", "in/2.jpg", "in/9.jpg", "in/10.jpg", "in/1.jpg"],
      "\(watcher.lines)")
    #expect(watcher.errors.isEmpty)
    #expect(try store.pages().map { "page-\($0)" } == lines.dropFirst().map { String($0[0]) })
    #expect(try workspace.names(in: "in").count == 5)
  }

  @Test func partialFilesWaitForTheirEnd() async throws {
    let bytes = try page(5)
    let watcher = try start()
    try workspace.add("in/slow.jpg", Array(bytes.prefix(100)))
    try append(bytes[100..<200], to: "in/slow.jpg")
    try workspace.add("in/hidden.jpg.part", Array(bytes.prefix(500)))
    // Another file that arrives later is ready first: the others are waited for.
    try workspace.add("in/quick.jpg", page(6))
    try await watcher.wait(forLines: 2)
    #expect(watcher.lines.last?.hasSuffix("  in/quick.jpg") == true)
    try append(bytes[200...], to: "in/slow.jpg")
    try await watcher.wait(forLines: 3)
    #expect(watcher.lines.last?.hasSuffix("  in/slow.jpg") == true)
    try workspace.add("in/hidden.jpg.part", page(7))
    try rename("in/hidden.jpg.part", to: "in/shown.jpg")
    try await watcher.wait(forLines: 4)
    #expect(watcher.lines.last?.hasSuffix("  in/shown.jpg") == true)
    #expect(try watcher.end(with: SIGINT) == 0)

    let digests = try exportedPages()
    #expect(Set(digests) == Set([bytes, try page(6), try page(7)]))
  }

  private func exportedPages() throws -> [[UInt8]] {
    try store.output("store export --store s --document 1 -o out")
    return try workspace.names(in: "out").map { try workspace.bytes("out/\($0)") }
  }

  @Test func aBrokenFileIsTakenWhenItIsQuiet() async throws {
    let bytes = Array(try page(5).dropLast(50))
    let watcher = try start("watch in --store s --quiet-time 0.3")
    try workspace.add("in/cut.jpg", bytes)
    try await watcher.wait(forLines: 2)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(
      watcher.errors
        == "thumbnail-strip: in/cut.jpg: The end of the file is missing; the file was stored as it is.\n"
    )
    #expect(try exportedPages() == [bytes])
  }

  @Test func aWriterThatStaysIsNotWaitedForForEver() async throws {
    let watcher = try start()
    let url = workspace.url.appendingPathComponent("in/open.jpg")
    try workspace.add("in/open.jpg", "")
    let file = try FileHandle(forWritingTo: url)
    try file.write(contentsOf: Data(try page(3)))
    try await watcher.wait(forLines: 2)
    #expect(try watcher.end(with: SIGTERM) == 0)
    try file.close()
    #expect(try exportedPages() == [page(3)])
  }

  @Test(arguments: [SIGKILL, SIGTERM])
  func aRestartTakesNothingTwice(signal: Int32) async throws {
    for number in 1...5 as ClosedRange<UInt64> {
      try workspace.add("in/\(number).jpg", page(number))
    }
    let first = try start()
    try await first.wait(forLines: 3)
    _ = try first.end(with: signal)
    let acknowledged = first.lines.filter { $0.hasPrefix("page-") }.count
    try #require(acknowledged >= 2)
    try workspace.add("in/copy.jpg", page(2))
    try workspace.add("in/6.jpg", page(6))

    let second = try start()
    try await second.wait { try store.pages().count == 6 }
    #expect(try second.end(with: SIGTERM) == 0)

    // A process that was killed while it stored a page leaves files, which are set aside.
    let complaints = second.errors.split(separator: "\n").filter {
      signal == SIGTERM || !$0.hasSuffix("The file was left by a killed process; no page needs it.")
    }
    #expect(complaints.isEmpty)
    #expect(!second.lines.contains { $0.hasPrefix("document-") })
    #expect(
      try exportedPages().sorted { $0.lexicographicallyPrecedes($1) }
        == (1...6).map { try page($0) }.sorted { $0.lexicographicallyPrecedes($1) })
    #expect(try store.output("store verify --store s") == "6 pages, 6 originals: all sound\n")
  }

  @Test func aPageInTheTrashStaysThere() async throws {
    try workspace.add("in/1.jpg", page(1))
    let first = try start()
    try await first.wait(forLines: 2)
    _ = try first.end(with: SIGTERM)
    try store.output("store delete --store s 1")

    let second = try start()
    try workspace.add("in/2.jpg", page(2))
    try await second.wait(forLines: 1)
    #expect(try second.end(with: SIGTERM) == 0)
    #expect(try exportedPages() == [page(2)])
  }

  @Test func badPagesAreReportedOnce() async throws {
    let watcher = try start("watch in --store s --json --quiet-time 60 --title Inbox")
    try workspace.add(
      "in/bad.jpg", [0xFF, 0xD8, 0xFF] + [UInt8](repeating: 0, count: 20) + [0xFF, 0xD9])
    try await watcher.wait(forLines: 1)
    try workspace.add("in/1.jpg", page(1))
    try await watcher.wait(forLines: 3)
    #expect(try watcher.end(with: SIGTERM) == 65)

    let lines = try jsonLines(watcher.lines.joined(separator: "\n"))
    #expect(lines[0]["path"] as? String == "in/bad.jpg" && lines[0]["error"] != nil)
    #expect(lines[1]["title"] as? String == "Inbox")
    let metadata = try #require(lines[1]["metadata"] as? [String: String])
    #expect(metadata["watchedFolder"]?.hasSuffix("/in") == true)
    #expect(lines[2]["path"] as? String == "in/1.jpg" && lines[2]["page"] != nil)
    #expect(watcher.errors.hasPrefix("thumbnail-strip: in/bad.jpg: "))
    #expect(watcher.errors.split(separator: "\n").count == 1)
  }

  @Test func aFileWithKnownBytesIsNotTakenAgain() async throws {
    try workspace.add("in/1.jpg", page(1))
    let watcher = try start()
    try await watcher.wait(forLines: 2)
    try workspace.add("in/again.jpg", page(1))
    try await watcher.wait { !watcher.errors.isEmpty }
    #expect(try watcher.end(with: SIGTERM) == 0)

    #expect(
      watcher.errors
        == "thumbnail-strip: in/again.jpg: The document already has these bytes: page-1.\n")
    #expect(try store.pages() == [1])
  }

  @Test func aFolderThatGoesAwayEndsTheWatch() async throws {
    try workspace.add("in/1.jpg", page(1))
    let watcher = try start()
    try await watcher.wait(forLines: 2)
    try rename("in", to: "elsewhere")
    let status = try await watcher.status()
    #expect(status == 66)
    #expect(
      watcher.errors == "thumbnail-strip: in: The folder was removed or renamed.\n")
    #expect(try store.pages() == [1])
  }

  @Test(.enabled(if: ChildProcess.strace != nil))
  func whatNoEventTellsIsFound() async throws {
    let strace = try #require(ChildProcess.strace)
    let watcher = try Watcher(
      workspace, ["watch", "in", "--store", "s"],
      under: [
        strace, "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=inotify_init1", "-e",
        "inject=inotify_init1:error=EMFILE",
      ])
    try await watcher.wait { !watcher.errors.isEmpty }
    #expect(
      watcher.errors == "thumbnail-strip: in: File events are unavailable; "
        + "the folder is read every few seconds.\n")
    try workspace.add("in/1.jpg", page(1))
    try await watcher.wait(forLines: 2)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try exportedPages() == [page(1)])
  }

  @Test func anotherDocumentCanBeFilled() async throws {
    try store.addPage("a.png", 1)
    try store.output("store ingest --store s --title Given a.png")
    let watcher = try start("watch in --store s --document 1")
    try workspace.add("in/1.jpg", page(1))
    try await watcher.wait(forLines: 1)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try store.pages().count == 2)
    #expect(try jsonLines(store.output("store list --store s --json")).count == 1)
  }

  /// Two programs that watch the same folder share the work.
  @Test func twoWatchersTakeNothingTwice() async throws {
    try workspace.add("in/0.jpg", page(0))
    let first = try start()
    try await first.wait(forLines: 2)
    let second = try start()
    for number in 1...20 as ClosedRange<UInt64> {
      try workspace.add("in/\(number).jpg", page(number))
    }
    try await second.wait { try store.pages().count == 21 }
    #expect(try first.end(with: SIGTERM) == 0)
    // The first one may have taken all pages before the second one was ready for a signal.
    try workspace.add("in/21.jpg", page(21))
    try await second.wait { try store.pages().count == 22 }
    #expect(try second.end(with: SIGTERM) == 0)
    #expect(Set(try exportedPages()).count == 22)
  }
}
