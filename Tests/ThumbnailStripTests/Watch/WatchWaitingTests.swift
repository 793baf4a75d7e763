// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Stores without space or with timeouts.
@Suite(.timeLimit(.minutes(60)))
struct WatchWaitingTests {
  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  /// Creates a store on a disk that is full, until a file signals that space is free.
  private static let script = """
    program=$1
    mkdir d && mount -t tmpfs -o size=3m none d && "$program" store init --store d/s || exit 9
    cat /dev/zero >d/others 2>/dev/null
    # Whoever started this waits for all of it: what has ended counts as gone before it is asked for.
    runs() { grep -q 'State:.[^Z]' /proc/$$/status; }
    (
      while runs && [ ! -e room ]; do sleep 0.1; done
      rm d/others
      while runs; do sleep 0.1; done
      "$program" store verify --store d/s >verified
      touch end
    ) 2>/dev/null >&2 &
    exec "$@"
    """

  @Test(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
  func aFullDiskIsWaitedFor() async throws {
    let prefix = try #require(ChildProcess.unshare) + ["/bin/sh", "-c", Self.script, "sh"]
    for number in 1...3 {
      let padding = [UInt8](repeating: UInt8(number), count: 500_000)
      try folder.workspace.add("in/\(number).jpg", folder.page(number) + padding)
    }
    let watcher = try folder.start("--quiet-time 1 --json", store: "d/s", under: prefix)
    try await watcher.wait(forLines: 1)
    let waiting = try #require(try jsonLines(watcher.lines[0]).first)
    #expect(waiting["path"] as? String == "in")
    #expect((waiting["error"] as? [String: Any])?["code"] as? String == "full")

    try folder.workspace.add("room", "")
    try await watcher.wait(forLines: 6)
    #expect(try watcher.end(with: SIGTERM) == 0, "\(watcher.errors)")
    let lines = try jsonLines(watcher.lines.joined(separator: "\n"))
    #expect(lines.compactMap { $0["page"] }.count == 3)
    #expect((lines.last?["note"] as? [String: Any])?["code"] as? String == "resumed")
    #expect(lines.count == 6, "said once each")
    let words = watcher.errors.split(separator: "\n")
    #expect(words.count == 2 && words[0].hasSuffix("failed. Trying again."), "\(words)")
    while try !folder.workspace.names().contains("end") {
      try await Task.sleep(for: .milliseconds(20))
    }
    let verified = try folder.workspace.bytes("verified")
    #expect(String(decoding: verified, as: UTF8.self) == "3 pages, 3 originals: all sound\n")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3")))
  func aLockedStoreIsWaitedFor() async throws {
    let watcher = try folder.start("--quiet-time 1 --json")
    try folder.add("in/1.jpg", 1)
    try await watcher.wait(forLines: 2)
    let (lock, input, output) = (Process(), Pipe(), Pipe())
    lock.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
    lock.arguments = [folder.url("s/catalogue.sqlite").path]
    (lock.standardInput, lock.standardOutput) = (input, output)
    try lock.run()
    input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE;\nSELECT 'locked';\n".utf8))
    #expect(output.fileHandleForReading.availableData == Data("locked\n".utf8))
    try folder.add("in/2.jpg", 2)
    try await watcher.wait(forLines: 3)
    try input.fileHandleForWriting.close()
    lock.waitUntilExit()
    try await watcher.wait(forLines: 5)
    #expect(try watcher.end(with: SIGTERM) == 0)
    let lines = try jsonLines(watcher.lines.joined(separator: "\n"))
    #expect((lines[2]["error"] as? [String: Any])?["code"] as? String == "locked")
    #expect(lines[3]["page"] != nil)
    #expect((lines[4]["note"] as? [String: Any])?["code"] as? String == "resumed")
    #expect(try folder.pageCounts() == [2])
  }

  /// The disk of the store has space, that of standard output has none.
  @Test(arguments: ["", "--json"])
  func standardOutputMayBeFull(option: String) async throws {
    let watcher = try folder.start(
      "--remove " + option, under: ["/bin/sh", "-c", "exec \"$@\" >/dev/full", "sh"])
    for number in 1...3 {
      try folder.add("in/\(number).jpg", number)
      try await watcher.wait { try folder.workspace.names(in: "in").isEmpty }
    }
    #expect(try watcher.end(with: SIGTERM) == 0, "\(watcher.errors)")
    #expect(try folder.pageCounts() == [3])
  }

  @Test func aLostFolderIsAProblemForMachinesToo() async throws {
    let watcher = try folder.start("--json")
    try folder.add("in/1.jpg", 1)
    try await watcher.wait(forLines: 2)
    try folder.rename("in", to: "elsewhere")
    #expect(try await watcher.status() == 66)
    let line = try #require(try jsonLines(watcher.lines.last ?? "").first)
    #expect(line["path"] as? String == "in")
    #expect((line["error"] as? [String: Any])?["code"] as? String == "notFound")
  }
}
