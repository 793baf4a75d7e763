// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import GalleryTestSupport
import Testing

@testable import StripCommands

/// The disposal of files whose pages are stored.
@Suite(.timeLimit(.minutes(60)))
struct WatchDisposalTests {
  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  @Test func storedFilesAreMovedAndOthersStay() async throws {
    let bad: [UInt8] = [0xFF, 0xD8, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xD9]
    try folder.workspace.add("in/bad.jpg", bad)
    try folder.workspace.add("in/notes.txt", "no page")
    let watcher = try folder.start("--done in/done --quiet-time 1")
    for number in 1...3 {
      try folder.add("in/scan.jpg", number)
      try await watcher.wait { try !folder.workspace.names(in: "in").contains("scan.jpg") }
    }
    // Files with known contents are disposed of too, and never replace others.
    try folder.add("in/scan.jpg", 2)
    try await watcher.wait { try !folder.workspace.names(in: "in").contains("scan.jpg") }
    #expect(try watcher.end(with: SIGTERM) == 65)

    #expect(try folder.workspace.names(in: "in") == ["bad.jpg", "done", "notes.txt"])
    let names = ["scan-2.jpg", "scan-3.jpg", "scan-4.jpg", "scan.jpg"]
    #expect(try folder.workspace.names(in: "in/done") == names)
    let numbers = try names.map { name in
      let bytes = try folder.workspace.bytes("in/done/\(name)")
      return try (1...3).first { try folder.page($0) == bytes }
    }
    #expect(numbers == [2, 3, 2, 1])
    #expect(watcher.errors.split(separator: "\n").filter { $0.contains("bad.jpg") }.count == 1)
    #expect(try folder.pageCounts() == [3])
  }

  /// A file that arrives while the watch runs and is not a page is reported once.
  @Test func whatIsNoPageIsNamed() async throws {
    let watcher = try folder.start("--quiet-time 1")
    try folder.add("in/1.jpg", 1)
    try await watcher.wait(forLines: 2)
    try folder.workspace.add("in/letter.pdf", "%PDF-1.7")
    try folder.workspace.add("in/empty.jpg", "")
    try await watcher.wait { watcher.errors.split(separator: "\n").count == 2 }
    #expect(try watcher.end(with: SIGTERM) == 65)
    #expect(watcher.errors.contains("in/letter.pdf: The file is neither JPEG nor PNG"))
    #expect(watcher.errors.contains("in/empty.jpg: "))
    #expect(try folder.workspace.names(in: "in") == ["1.jpg", "empty.jpg", "letter.pdf"])
  }

  /// A file whose end is missing is stored as it is.
  @Test func anIncompleteFileIsMoved() async throws {
    let bytes = Array(try folder.page(5).dropLast(50))
    let watcher = try folder.start("--done done --quiet-time 0.3")
    try folder.workspace.add("in/cut.jpg", bytes)
    try await watcher.wait { try folder.workspace.names(in: "in").isEmpty }
    // Its bytes are known now.
    try folder.workspace.add("in/again.jpg", bytes)
    try await watcher.wait { try folder.workspace.names(in: "in").isEmpty }
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(watcher.errors.contains("in/cut.jpg: The end of the file is missing; the file was"))
    #expect(try folder.workspace.names(in: "done") == ["again.jpg", "cut.jpg"])
    #expect(try folder.workspace.bytes("done/cut.jpg") == bytes)
    #expect(try folder.pageCounts() == [1])
  }

  /// The rest of a removed file would be lost.
  @Test func anIncompleteFileIsNotRemoved() async throws {
    let bytes = Array(try folder.page(5).dropLast(50))
    let watcher = try folder.start("--remove --quiet-time 0.3")
    try folder.workspace.add("in/cut.jpg", bytes)
    try await watcher.wait(forLines: 2)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(
      watcher.errors == "thumbnail-strip: in/cut.jpg: The end of the file is missing; "
        + "the file was stored as it is, and stays in the folder.\n")
    #expect(try folder.workspace.bytes("in/cut.jpg") == bytes)
  }

  /// A watch that was killed after storing the page and before moving the file.
  @Test(arguments: ["--remove", "--done done"])
  func aRestartDealsWithWhatIsStored(option: String) async throws {
    for number in 1...3 { try folder.add("in/\(number).jpg", number) }
    let first = try folder.start()
    try await first.wait(forLines: 4)
    _ = try first.end(with: SIGKILL)
    let second = try folder.start(option)
    try await second.wait { try folder.workspace.names(in: "in").isEmpty }
    #expect(try second.end(with: SIGTERM) == 0)
    #expect(second.lines.isEmpty && second.errors.isEmpty)
    #expect(try folder.pageCounts() == [3])
  }

  @Test func filesAreRemoved() async throws {
    let watcher = try folder.start("--remove")
    for number in 1...5 { try folder.add("in/\(number).jpg", number) }
    try await watcher.wait(forLines: 6)
    try await watcher.wait { try folder.workspace.names(in: "in").isEmpty }
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try folder.pageCounts() == [5])
  }

  @Test func filesMoveToAnotherFileSystem() async throws {
    func device(of path: String) throws -> UInt64 {
      try UInt64(SystemCalls.status(of: Path(path)).identity.device)
    }
    let own = try device(of: folder.workspace.url.path)
    let folders = [TestFiles.folderInMemory, TestFiles.folderOnDisk].compactMap { $0?.path }
    guard let other = try folders.first(where: { try device(of: $0) != own }) else { return }
    let target = "\(other)/done-\(UUID().uuidString)"
    let watcher = try folder.start("--done \(target)")
    for number in 1...2 {
      try folder.add("in/1.jpg", number)
      try await watcher.wait { try folder.workspace.names(in: "in").isEmpty }
    }
    #expect(try watcher.end(with: SIGTERM) == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: target)
    #expect(names.sorted() == ["1-2.jpg", "1.jpg"])
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: target + "/1-2.jpg")) == Data(folder.page(2)))
  }

  @Test func aFolderThatCannotBeWrittenIsReported() async throws {
    try folder.workspace.add("done/lease", "a file in the way")
    try folder.makeFolder("in/lease")
    try folder.add("in/lease/1.jpg", 1)
    let watcher = try folder.start("--done done --group subfolder --json")
    try await watcher.wait(forLines: 3)
    #expect(try watcher.end(with: SIGTERM) == 73)
    let problem = try #require(
      try jsonLines(watcher.lines.joined(separator: "\n")).first { $0["error"] != nil })
    #expect(problem["path"] as? String == "in/lease/1.jpg")
    #expect(try folder.workspace.bytes("in/lease/1.jpg") == folder.page(1))
  }

  @Test func theWatchedFolderCannotTakeWhatIsDone() throws {
    let outcome = try folder.store.run("watch in --store s --done ./in/")
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("--done must be a different folder"))
    #expect(try folder.store.run("watch in --store s --done a --remove").status == 64)
  }

  /// A file is disposed of only if it is unchanged since it was ingested.
  @Test func aFileThatChangedSinceStays() throws {
    let path = Path(folder.url("in/1.jpg").path)
    try folder.add("in/1.jpg", 1)
    let fingerprint = WatchedFiles.Fingerprint(try SystemCalls.status(of: path))
    var changes = [fingerprint, fingerprint, fingerprint]
    changes[0].byteCount += 1
    changes[1].modified -= 1
    changes[2].changed -= 1
    for fingerprint in changes {
      let file = ArrivedFile(
        name: Array("1.jpg".utf8), path: path,
        observation: .init(fingerprint: fingerprint, hasEnd: true, isClosed: true, age: .zero))
      try WatchDisposal.remove.dispose(of: file)
      try WatchDisposal.move(Path(folder.url("done").path)).dispose(of: file)
      #expect(try folder.workspace.bytes("in/1.jpg") == folder.page(1))
    }
    let file = ArrivedFile(
      name: Array("1.jpg".utf8), path: path,
      observation: .init(fingerprint: fingerprint, hasEnd: true, isClosed: true, age: .zero))
    try WatchDisposal.keep.dispose(of: file)
    #expect(try folder.workspace.names(in: "in") == ["1.jpg"])
    try WatchDisposal.move(Path(folder.url("done").path)).dispose(of: file)
    #expect(try folder.workspace.names(in: "done") == ["1.jpg"])
    try WatchDisposal.remove.dispose(of: file)
  }
}
