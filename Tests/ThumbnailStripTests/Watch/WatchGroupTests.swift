// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Several documents of one folder.
@Suite(.timeLimit(.minutes(60)))
struct WatchGroupTests {
  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  @Test func eachSubfolderIsADocument() async throws {
    for (number, name) in ["a", "b"].enumerated() {
      try folder.makeFolder("in/\(name)")
      try folder.add("in/\(name)/1.jpg", number)
    }
    try folder.add("in/top.jpg", 10)
    let options = "--group subfolder --quiet-time 60 --done in/done"
    let first = try folder.start(options)
    try await first.wait { try folder.titles() == ["in": 1, "a": 1, "b": 1] }

    // Folders that are created later, with files before and after they are noticed.
    try folder.makeFolder("elsewhere/c")
    try folder.add("elsewhere/c/1.jpg", 20)
    try folder.rename("elsewhere/c", to: "in/c")
    try folder.add("in/c/2.jpg", 21)
    try folder.makeFolder("in/.hidden")
    try folder.add("in/.hidden/1.jpg", 30)
    try await first.wait { try folder.titles()["c"] == 2 }
    try folder.add("in/c/3.jpg", 22)
    try await first.wait { try folder.titles()["c"] == 3 }
    #expect(try first.end(with: SIGTERM) == 0)

    let second = try folder.start(options)
    try folder.add("in/a/2.jpg", 2)
    try await second.wait { try folder.titles()["a"] == 2 }
    try folder.remove("in/a")
    try folder.makeFolder("in/a")
    try folder.add("in/a/3.jpg", 3)
    try await second.wait { try folder.titles()["a"] == 3 }
    #expect(try second.end(with: SIGTERM) == 0)
    #expect(try folder.titles() == ["in": 1, "a": 3, "b": 1, "c": 3])
    #expect(try folder.workspace.names(in: "in/done/c") == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(second.errors.isEmpty, "\(second.errors)")
  }

  @Test func aFolderThatGetsAnotherNameIsWatchedUnderIt() async throws {
    try folder.makeFolder("in/old")
    try folder.add("in/old/1.jpg", 1)
    let watcher = try folder.start("--group subfolder")
    try await watcher.wait(forLines: 2)
    try folder.rename("in/old", to: "in/new")
    try await watcher.wait { try folder.titles() == ["old": 1, "new": 1] }
    // Polling would notice a file after 5 s. On a busy machine one of several files must be faster.
    var shortest = Duration.seconds(60)
    for count in 2...20 where shortest > .seconds(3) {
      let start = ContinuousClock.now
      try folder.add("in/new/\(count).jpg", count)
      try await watcher.wait { try folder.titles() == ["old": 1, "new": count] }
      shortest = min(shortest, ContinuousClock.now - start)
    }
    #expect(shortest < .seconds(3), "an event was the reason")
    #expect(try watcher.end(with: SIGTERM) == 0)
  }

  @Test func aPauseStartsADocument() async throws {
    let watcher = try folder.start("--group pause --pause 2")
    try folder.add("in/1.jpg", 1)
    try folder.add("in/2.jpg", 2)
    try await watcher.wait(forLines: 3)
    try await Task.sleep(for: .milliseconds(2_200))
    try folder.add("in/3.jpg", 3)
    try await watcher.wait(forLines: 5)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try folder.pageCounts() == [2, 1])
    // Files that arrived together stay together, and known ones are skipped.
    let later = try folder.start("--group pause --pause 600")
    try folder.add("in/4.jpg", 4)
    try await later.wait(forLines: 1)
    #expect(try later.end(with: SIGTERM) == 0)
    #expect(try folder.pageCounts() == [2, 2])
  }

  /// Files that arrived without a watch are grouped as if it had been running.
  @Test func pausesAreFoundAfterwards() async throws {
    try folder.add("in/z.jpg", 1)
    try folder.add("in/y.jpg", 2)
    try await Task.sleep(for: .milliseconds(1_500))
    try folder.add("in/a.jpg", 3)
    let watcher = try folder.start("--group pause --pause 1")
    try await watcher.wait(forLines: 5)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try folder.pageCounts() == [2, 1])
    #expect(try folder.exportedPages() == [folder.page(1), folder.page(2)])
  }

  @Test func aNewDocumentIsMadeOnDemand() async throws {
    try folder.add("in/1.jpg", 1)
    for round in 1...2 {
      let watcher = try folder.start("--new --title Round-\(round)")
      try await watcher.wait(forLines: 2)
      #expect(try watcher.end(with: SIGTERM) == 0)
    }
    let watcher = try folder.start()
    try folder.add("in/2.jpg", 2)
    try await watcher.wait(forLines: 1)
    #expect(try watcher.end(with: SIGTERM) == 0)
    #expect(try folder.titles() == ["Round-1": 1, "Round-2": 2])
  }

  @Test(arguments: [
    "--document 1 --group subfolder", "--pause 5", "--group pause --pause -1", "--group page",
    "--group pause --pause nan",
  ])
  func optionsMustFit(options: String) throws {
    #expect(try folder.store.run("watch in --store s \(options)").status == 64)
  }
}
