// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// A reader of the output that stops reading.
@Suite(.timeLimit(.minutes(60)))
struct WatchOutputTests {
  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  /// The pipe takes a few lines; all others wait for a reader, until the watch is to end.
  @Test func aWatchEndsAlthoughNobodyReadsItsOutput() async throws {
    for number in 0..<80 { try folder.add("in/\(number).jpg", number) }
    let process = folder.workspace.program.makeProcess([
      "watch", "in", "--store", "s", "--quiet-time", "0", "--json",
    ])
    let (pipe, errors) = (Pipe(), folder.url("errors"))
    try Data().write(to: errors)
    // F_SETPIPE_SZ is not imported.
    #expect(fcntl(pipe.fileHandleForWriting.fileDescriptor, 1031, 4096) == 4096)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    while try folder.pageCounts().isEmpty { try await Task.sleep(for: .milliseconds(50)) }
    try await Task.sleep(for: .milliseconds(500))
    #expect(process.isRunning)

    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()

    let words = try String(contentsOf: errors, encoding: .utf8)
    #expect(process.terminationReason == .exit && process.terminationStatus == 74, "\(words)")
    #expect(words.contains("could not be written completely"), "\(words)")
    #expect(try folder.store.output("store verify --store s").contains("all sound"))
  }
}
