// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

@Suite struct IdleCostTests {
  @Test func idleGalleriesDoNotWake() async throws {
    let example = try await StoredDocumentTests.Example()
    let child = try example.startChild(["idle", "100", "3"])
    await child.waitUntilExit()
    let lines = try child.lines()
    try #require(lines.count == 2 && lines[0] == ["galleries", "100"], "\(lines)")
    let (time, switches) = (Int(lines[1][1]) ?? .max, Int(lines[1][2]) ?? .max)
    // One check per gallery would be 100 context switches and milliseconds.
    #expect(switches < 60 && time < 5_000, "\(time) microseconds, \(switches) switches")
  }
}
