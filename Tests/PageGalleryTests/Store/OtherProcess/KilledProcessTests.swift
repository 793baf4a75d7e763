// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

/// Processes that change the document of a gallery and are killed in the meantime.
@Suite struct KilledProcessTests {
  typealias Example = StoredDocumentTests.Example

  private static let killCount = 40
  /// The number of lines after which a process may be killed; changes on servers take longer than what follows.
  private static let lineCount = TestStores.areServed ? 2 : 1

  @Test(arguments: SourceKind.allCases)
  func galleryOutlivesThem(_ kind: SourceKind) async throws {
    let example = try await Example(kind)
    var random = SeededGenerator(
      seed: 9 &+ TestEnvironment.randomSeed)
    var changeCount = 0
    for number in 0..<Self.killCount {
      let child = try example.startChild(["random", "\(random.next())"])
      try await eventually { try child.lines().count >= Self.lineCount || !child.process.isRunning }
      // Some of its changes are shown while it makes others.
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        example.clock.set(to: example.clock.now.offset + .milliseconds(40))
        _ = await example.gallery.frame()
        try await Task.sleep(for: .milliseconds(2))
      }
      child.kill()
      await child.waitUntilExit()
      changeCount += try child.lines().count { $0[0] == "done" }

      // The lock is free, and the unfinished change is not visible.
      let page = try await example.document.receive(Example.png(40 + number))
      let edit = Task { try await example.gallery.insert(page, at: 0) }
      try await example.run { _ = try await edit.value }
      try await example.pass { try await example.isAtRest }
      try await example.expectAgreement("after kill \(number)")
      #expect(await example.gallery.pageIDs.contains(page.id))
    }
    #expect(changeCount > Self.killCount, "most processes must come to changes")
    // Opening the store removes what the previous process has left behind.
    let store = try await PageStore.open(at: example.store.path)
    #expect(try await store.verify().isSound)
  }
}
