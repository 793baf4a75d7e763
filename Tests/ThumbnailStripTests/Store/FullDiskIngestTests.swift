// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// A folder of a thousand pages, ingested on a file system of 2 MB.
@Suite(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
struct FullDiskIngestTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for number in 0..<1_000 {
      let padding = [UInt8](repeating: UInt8(number % 200), count: 4_000 + number)
      try workspace.add("in/\(number).png", CrashPage.bytes(number % 200) + padding)
    }
  }

  /// Runs commands, in which the program is `$0`, beside the file system `disk`.
  private func run(_ script: String) async throws -> [String] {
    let words =
      try #require(ChildProcess.unshare) + [
        "/bin/sh", "-c",
        "cd \"$1\" && mkdir disk && mount -t tmpfs -o size=2m none disk || exit 9; exec 2>&1; "
          + script, Program.url.path, workspace.url.path,
      ]
    let child = try ChildProcess(words, printingInto: workspace.url.path)
    await child.waitUntilExit()
    #expect(child.process.terminationStatus == 0)
    return try child.text().split(separator: "\n").map(String.init)
  }

  @Test func thePagesThatFitAreStoredAndTheOthersAreCounted() async throws {
    let lines = try await run(
      """
      "$0" store init --store disk/s
      "$0" store ingest --store disk/s in; echo "status $?"
      "$0" store verify --store disk/s
      "$0" store delete --store disk/s 1 2 3 4 5 6 && "$0" store purge --store disk/s --older-than 0
      "$0" store ingest --store disk/s --document 1 in/999.png
      """)
    let end = try #require(lines.firstIndex { $0.hasPrefix("status") })
    let count = end - 2
    #expect(count > 50, "\(lines.suffix(10))")
    #expect(lines[0] == "document-1  in")
    #expect(
      lines[1...count].map { $0.split(separator: " ")[1] } == (0..<count).map { "in/\($0).png" })
    #expect(
      Array(lines[(end - 1)...].dropLast()) == [
        "thumbnail-strip: disk/s: The disk is full: \(1_000 - count) of 1000 pages are not stored.",
        "status 74", "\(count) pages, \(count) originals: all sound", "6 pages removed",
      ])
    #expect(lines.last?.hasSuffix("  in/999.png") == true)
  }

  @Test func pagesThatAreMissingAreNamedInJSON() async throws {
    let text = try await run(
      """
      "$0" store init --store disk/s
      head -c 1900000 /dev/zero >in/0.png
      "$0" store ingest --store disk/s --keep-damaged --json in/0.png; echo '{"status":'$?'}'
      "$0" store list --store disk/s --json
      """
    ).joined(separator: "\n").split(separator: "\n")
    #expect(text.count == 3)
    #expect(
      text.contains(
        "thumbnail-strip: disk/s: The disk is full: 1 of 1 page is not stored."))
    let lines = try jsonLines(text.filter { $0.hasPrefix("{") }.joined(separator: "\n"))
    #expect(lines.first?["path"] as? String == "in/0.png")
    #expect((lines.first?["error"] as? [String: Any])?["code"] as? String == "full")
    #expect(lines.last?["status"] as? Int == 74, "and no document")
  }
}
