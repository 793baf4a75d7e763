// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageImaging
import Testing

/// Files that disappear, change and grow during the ingest.
@Suite(.timeLimit(.minutes(60)))
struct WatchSurvivalTests {
  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  @Test func filesMayGoAtAnyMoment() async throws {
    let watcher = try folder.start("--quiet-time 1")
    var random = SeededGenerator(seed: 7)
    var kept: Set<[UInt8]> = []
    for number in 0..<300 {
      try folder.add("in/scan\(number).jpg", number)
      try await Task.sleep(for: .microseconds(Int.random(in: 0...30_000, using: &random)))
      if number % 5 == 0 {
        try folder.remove("in/scan\(number).jpg")
      } else {
        kept.insert(try folder.page(number))
        try folder.rename("in/scan\(number).jpg", to: "in/final\(number).jpg")
      }
    }
    try folder.add("in/last.jpg", 1_000)
    try await watcher.wait { watcher.lines.last?.hasSuffix("in/last.jpg") == true }
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try folder.pageCounts().count == 1)
    let pages = try folder.exportedPages()
    #expect(Set(pages).count == pages.count, "a page was taken twice")
    #expect(kept.subtracting(pages).isEmpty, "\(watcher.errors)")
  }

  /// Every call on the file is slow, and the file disappears between any two of them.
  @Test(.enabled(if: ChildProcess.strace != nil), arguments: 0..<10)
  func aFileMayGoBetweenAnyTwoCalls(moment: Int) async throws {
    let strace = try #require(ChildProcess.strace)
    let watcher = try folder.start(
      "--quiet-time 0",
      under: [
        strace, "-D", "-f", "-qq", "-o", "/dev/null", "-P", "in/a.jpg", "-e",
        "trace=%file,%desc", "-e", "inject=%file,%desc:delay_enter=60000",
      ])
    try folder.add("in/first.jpg", 1)
    try await watcher.wait(forLines: 2)
    try folder.add("in/a.jpg", 2)
    try await Task.sleep(for: .milliseconds(60 * moment))
    moment % 2 == 0
      ? try folder.remove("in/a.jpg") : try folder.rename("in/a.jpg", to: "in/b.jpg")
    try folder.add("in/last.jpg", 3)
    try await watcher.wait { watcher.lines.last?.hasSuffix("in/last.jpg") == true }
    // Without a quiet time, a file may be noticed before its first byte.
    let isEarly = "\(watcher.errors)".contains("in/last.jpg: The file is empty.")
    #expect(try watcher.end(with: SIGTERM) == (isEarly ? 65 : 0), "\(watcher.errors)")
    let pages = try folder.exportedPages()
    #expect(Set(pages).count == pages.count)
    let page = try folder.page(2)
    #expect(moment % 2 == 0 || pages.contains(page))
  }

  /// Every sync takes 0.8 s, longer than other work may take at the end: a page that is being committed
  /// then is printed, and one that is not printed is not stored.
  @Test(.enabled(if: ChildProcess.strace != nil), arguments: 0..<8)
  func aStoredPageIsPrintedWheneverTheWatchEnds(moment: Int) async throws {
    let strace = try #require(ChildProcess.strace)
    try folder.add("in/a.jpg", 1)
    let watcher = try folder.start(
      "--quiet-time 0",
      under: [
        strace, "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e",
        "inject=fsync,fdatasync:delay_enter=800000",
      ])
    try await watcher.waitUntilSignalsAreCaught()
    try await Task.sleep(for: .milliseconds(700 * moment))
    #expect(try watcher.end(with: SIGTERM) == 0, "\(watcher.errors)")
    let isPrinted = watcher.lines.contains { $0.hasSuffix("in/a.jpg") }
    #expect(
      try folder.pageCounts().reduce(0, +) == (isPrinted ? 1 : 0), "\(watcher.lines)")
  }

  /// Every call on the file fails once.
  @Test(
    .enabled(if: ChildProcess.strace != nil),
    arguments: ["ENOENT", "EACCES", "EIO", "ESTALE"], 1...6)
  func aFileMayFailAtAnyCall(error: String, call: Int) async throws {
    let strace = try #require(ChildProcess.strace)
    let calls = "openat,stat,newfstatat,fstat,lseek,read,pread64"
    let watcher = try folder.start(
      "--quiet-time 0",
      under: [
        strace, "-D", "-f", "-qq", "-o", "/dev/null", "-P", "in/a.jpg", "-e",
        "trace=\(calls)", "-e", "inject=\(calls):error=\(error):when=\(call)",
      ])
    try folder.add("in/a.jpg", 1)
    try folder.add("in/b.jpg", 2)
    try await watcher.wait { watcher.lines.contains { $0.hasSuffix("in/b.jpg") } }
    let status = try watcher.end(with: SIGTERM)
    #expect([0, 65, 66, 74].contains(status), "\(watcher.errors)")
    #expect(try folder.exportedPages().contains(folder.page(2)))
  }

  @Test func aHugeFileIsRefusedByItsSize() async throws {
    let watcher = try folder.start("--quiet-time 0.3 --json")
    try folder.addSparse("in/a.jpg", byteCount: 1 << 40)
    try await watcher.wait(forLines: 1)
    let problem = try #require(try jsonLines(watcher.lines[0]).first)
    #expect(problem["path"] as? String == "in/a.jpg")
    #expect((problem["error"] as? [String: Any])?["code"] as? String == "limitExceeded")
    try folder.add("in/b.jpg", 1)
    try await watcher.wait(forLines: 3)
    #expect(try watcher.end(with: SIGTERM) == 65)
  }

  /// Whether it searches the end, computes the digest or copies the file, the program ends soon.
  @Test(arguments: ["--quiet-time 60", "--quiet-time 0"], [100, 700])
  func aLargeFileDoesNotHoldUpTheEnd(quietTime: String, milliseconds: Int) async throws {
    let watcher = try folder.start(quietTime)
    try folder.add("in/first.jpg", 1)
    try await watcher.wait(forLines: 2)
    try folder.addSparse("in/large.jpg", byteCount: 400 << 20)
    try await Task.sleep(for: .milliseconds(milliseconds))
    let start = ContinuousClock.now
    // A fast machine has refused it by then.
    let status = try watcher.end(with: SIGTERM)
    #expect([0, 65].contains(status), "\(watcher.errors)")
    #expect(ContinuousClock.now - start < .seconds(30))
    #expect(try folder.pageCounts() == [1])
  }

  /// The bytes of a page, padded after its end, so that pages may have equal sizes.
  private func padded(_ number: Int) throws -> [UInt8] {
    let bytes = try folder.page(number)
    return bytes + [UInt8](repeating: 0, count: 4_000 - bytes.count)
  }

  @Test func aFileThatIsWrittenOverInPlaceIsAnotherPage() async throws {
    let watcher = try folder.start()
    try folder.workspace.add("in/a.jpg", padded(1))
    try await watcher.wait(forLines: 2)
    let path = folder.url("in/a.jpg").path
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date)
    let file = try FileHandle(forWritingTo: folder.url("in/a.jpg"))
    try file.write(contentsOf: Data(padded(2)))
    try file.close()
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    try await watcher.wait(forLines: 3)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try folder.exportedPages() == [padded(1), padded(2)])
  }

  @Test(arguments: [ImageEncoding.jpeg(quality: 90), .png])
  func bytesAfterTheEndDoNotMatter(encoding: ImageEncoding) async throws {
    let trailers: [[UInt8]] = [[10], [13, 10], [UInt8](repeating: 0, count: 5_000), [0xFF, 0xD8]]
    let watcher = try folder.start()
    for (number, trailer) in trailers.enumerated() {
      try folder.workspace.add("in/\(number)", folder.page(number, as: encoding) + trailer)
    }
    try await watcher.wait(forLines: 5)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(watcher.errors.isEmpty)
  }

  /// A thumbnail inside an incomplete page has an end, the page has none yet.
  @Test func theEndOfAThumbnailIsNoEnd() async throws {
    let (page, thumbnail) = (try folder.page(1), try folder.page(2))
    let count = thumbnail.count + 2
    let start =
      page.prefix(2) + [0xFF, 0xE1, UInt8(count >> 8), UInt8(count & 255)] + thumbnail
    let watcher = try folder.start()
    try folder.workspace.add("in/a.jpg", Array(start))
    try folder.add("in/b.jpg", 3)
    try await watcher.wait(forLines: 2)
    try await Task.sleep(for: .milliseconds(1_200))
    #expect(watcher.lines.count == 2)
    let file = try FileHandle(forWritingTo: folder.url("in/a.jpg"))
    try file.seekToEnd()
    try file.write(contentsOf: Data(page.dropFirst(2)))
    try file.close()
    try await watcher.wait(forLines: 3)
    #expect(try watcher.end(with: SIGTERM) == 0)
  }
}
