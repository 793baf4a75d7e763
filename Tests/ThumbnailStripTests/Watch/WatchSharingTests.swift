// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Two programs that watch the same folder.
@Suite(.timeLimit(.minutes(60)))
struct WatchSharingTests {
  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  @Test func theFirstPageMakesOneDocument() async throws {
    let watchers = try (1...3).map { _ in try folder.start() }
    // They are running once they have reported what they know.
    try folder.workspace.add("in/bad.jpg", [0xFF, 0xD8, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xD9])
    for watcher in watchers { try await watcher.wait { !watcher.errors.isEmpty } }
    try folder.add("in/1.jpg", 1)
    for watcher in watchers {
      try await watcher.wait { watcher.lines.count == 2 || watcher.errors.contains("already") }
      #expect(try watcher.end(with: SIGTERM) == 65)
    }
    #expect(try folder.pageCounts() == [1])
    #expect(watchers.filter { $0.lines.first?.hasPrefix("document-1") == true }.count == 1)
  }

  /// Files arrive in any order, with changing names, while both programs are killed and restarted.
  @Test(arguments: ["", "--group subfolder", "--done done", "--remove"], [UInt64(1), 2])
  func eachFileIsTakenOnce(options: String, seed: UInt64) async throws {
    let arguments = "--quiet-time 1 " + options
    var random = SeededGenerator(seed: seed)
    var watchers = [try folder.start(arguments), try folder.start(arguments)]
    for number in (0..<200).shuffled(using: &random) {
      try folder.add("in/\(number).jpg", number)
      try await Task.sleep(for: .microseconds(Int.random(in: 0...15_000, using: &random)))
      // The program that ingests it may have moved it away.
      if random.chance(0.5) { try? folder.rename("in/\(number).jpg", to: "in/new\(number).jpg") }
      guard random.chance(0.05) else { continue }
      let index = Int.random(in: 0...1, using: &random)
      _ = try watchers[index].end(with: SIGKILL)
      watchers[index] = try folder.start(arguments)
    }
    let isMoved = options.contains("done") || options.contains("remove")
    try await watchers[0].wait {
      try folder.pageCounts() == [200] && (!isMoved || folder.workspace.names(in: "in").isEmpty)
    }
    for watcher in watchers {
      // One of them may have been started a moment ago.
      try await watcher.waitUntilSignalsAreCaught()
      #expect(try watcher.end(with: SIGTERM) == 0, "\(watcher.errors)")
    }
    let pages = try folder.exportedPages()
    #expect(Set(pages).count == 200 && pages.count == 200)
    #expect(
      try folder.store.output("store verify --store s") == "200 pages, 200 originals: all sound\n")
    guard options.contains("done") else { return }
    let moved = try folder.workspace.names(in: "done").map {
      try folder.workspace.bytes("done/\($0)")
    }
    #expect(Set(moved) == Set(pages))
  }
}
