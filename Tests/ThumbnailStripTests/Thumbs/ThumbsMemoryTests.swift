// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The system calls of `thumbs` for memory.
@Suite(.enabled(if: ChildProcess.strace != nil, "strace is not installed, or must not trace"))
struct ThumbsMemoryTests {
  @Test func memoryIsKeptFromPageToPage() throws {
    // Given pages after each of which malloc returns memory automatically
    let workspace = try Workspace()
    try workspace.addPage("page.png", width: 1500, height: 2100)
    let pages = [String](repeating: "page.png", count: 6)

    // When
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(ChildProcess.strace))
    process.arguments =
      ["-f", "-qq", "--seccomp-bpf", "-e", "trace=madvise", "-o", "calls", Program.url.path]
      + ["thumbs", "-o", "out", "--jobs", "1", "--long-side", "512"] + pages
    process.currentDirectoryURL = workspace.url
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()

    // Then
    #expect(process.terminationStatus == 0)
    let calls = try String(
      contentsOf: workspace.url.appendingPathComponent("calls"), encoding: .utf8)
    #expect(calls.split(separator: "\n").count { $0.contains("MADV_DONTNEED") } < pages.count / 2)
  }
}
