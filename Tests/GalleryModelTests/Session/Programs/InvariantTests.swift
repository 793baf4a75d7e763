// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import GalleryModel

/// The invariants detect a broken frame.
struct InvariantTests {
  /// A gallery of five pages at rest on the third one.
  private func observation() throws -> Observation {
    let gallery = GallerySetup(count: 5, active: 2)
    var session = try gallery.makeSession()
    _ = session.advance(to: .seconds(1))
    return Observation(session, ratios: Array(repeating: 0.75, count: 5))
  }

  /// Corrupts a valid observation and expects a violation.
  private func expect(
    _ invariant: Invariant, sourceLocation: SourceLocation = #_sourceLocation,
    noticing spoil: (inout Observation) -> Void
  ) throws {
    var observation = try observation()
    #expect(
      Invariant.firstViolation(in: observation) == nil, sourceLocation: sourceLocation)
    spoil(&observation)
    #expect(invariant.violation(observation) != nil, sourceLocation: sourceLocation)
  }

  @Test func numbersThatAreNotFiniteAreNoticed() throws {
    try expect(.finite) { $0.frame.strip[1].center.x = .nan }
    try expect(.finite) { $0.frame.preview[0].parallaxOffset = .infinity }
    try expect(.finite) { $0.frame.focus = .nan }
  }

  @Test func valuesOutOfRangeAreNoticed() throws {
    try expect(.range) { $0.frame.expansionRate = 1.01 }
    try expect(.range) { $0.frame.strip[0].size.width = -1 }
    try expect(.range) { $0.frame.strip[0].expansion = -0.01 }
    try expect(.range) { $0.frame.preview[0].contentRect.size.width = 1000 }
    try expect(.range) { $0.weights = [1: 2] }
  }

  @Test func overlappingCellsAreNoticed() throws {
    try expect(.apart) { $0.frame.strip[0].center.x += 1 }
    try expect(.apart) { $0.frame.strip[3].size.width += 30 }
  }

  @Test func wrongOrderIsNoticed() throws {
    try expect(.ordered) { $0.strip.swapAt(0, 1) }
    try expect(.ordered) { $0.preview.swapAt(3, 4) }
  }

  @Test func unrestIsNoticed() throws {
    try expect(.rest) { $0.frame.position += 1e-12 }
    try expect(.rest) { $0.frame.activeIndex = 1 }
    try expect(.rest) { $0.strip[2].expansion = 0.999 }
    try expect(.rest) { $0.strip[1].expansion = 0.001 }
    try expect(.rest) { $0.strip[2].center.x += 1e-9 }
    try expect(.rest) { $0.preview[2].pageDistance = 1e-9 }
    try expect(.rest) { $0.weightCount = 1 }
  }

  @Test func wrongIndexesAreNoticed() throws {
    try expect(.indexes) { $0.frame.strip[0].index = 3 }
    try expect(.indexes) { $0.frame.strip[0].id = 1 }
    try expect(.indexes) { $0.frame.strip.remove(at: 1) }
    try expect(.indexes) { $0.frame.activePage = nil }
    try expect(.indexes) { $0.frame.activeIndex = 5 }
    try expect(.indexes) { $0.frame.isEmpty = true }
  }

  @Test func wrongVisibleCellsAreNoticed() throws {
    try expect(.visibleStrip) { $0.frame.strip.removeLast() }
    try expect(.visibleStrip) { $0.frame.strip[0].size.width += 1e-12 }
    try expect(.visibleStrip) { $0.frame.viewport.strip.width = 20 }
    try expect(.visiblePreview) { $0.frame.preview.removeAll() }
    try expect(.visiblePreview) { $0.frame.preview[0].center.x += 1 }
    try expect(.visiblePreview) { $0.frame.focus += 0.5 }
  }

  @Test func departuresFromTheDefinitionAreNoticed() throws {
    try expect(.definition) { $0.strip[4].center.x += 1e-6 }
    try expect(.definition) { $0.strip[2].size.width += 1e-6 }
    try expect(.definition) { $0.ratios[2] = 1 }
    try expect(.definition) { $0.weights = [0: 0.5] }
  }

  @Test func needlessQuestionsAreNoticed() throws {
    try expect(.lookups) { $0.askedSizes += Array(0..<20) }
    try expect(.askedPages) {
      $0.count = 1000
      $0.askedSizes.append(900)
    }
  }
}
