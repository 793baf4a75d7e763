// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

/// One list at one moment of a change: the input of a test, printed if the test fails.
struct EditCase: Equatable {
  var change: ListChange
  var aspectRatios = StripCase.document
  var position = 0.0

  /// The old index of the item in the center.
  var focus: Int?

  var stage = LayoutTransition.Stage.close(0)
  var expansionRate = 1.0

  /// The explicit expansions, 0 to 1, by index in the list that the stage shows.
  var weights: [Int: Double] = [:]

  var viewportLength = 375.0

  /// Creates a case with six pages, of which the one in focus is in the middle.
  init(
    deletions: [Int] = [], insertions: [Int] = [], moves: [(Int, Int)] = [], focus: Int,
    stage: LayoutTransition.Stage
  ) {
    change = ListChange(count: 6, deletions: deletions, insertions: insertions, moves: moves)
    position = Double(focus)
    self.focus = focus
    self.stage = stage
  }

  init(change: ListChange, aspectRatios: [Double?]) {
    self.change = change
    self.aspectRatios = aspectRatios
  }

  var map: IndexMap { change.changes.indexMap(count: change.count) }

  var transition: LayoutTransition { LayoutTransition(map: map, focus: focus, stage: stage) }

  var isGrowing: Bool { if case .grow = stage { true } else { false } }

  /// The number of items in the list that the stage shows: the new list while it grows, otherwise
  /// the old one.
  var itemCount: Int { isGrowing ? change.newList.count : change.count }

  /// The aspect ratios of the items in that list.
  var ratios: [Double?] {
    guard isGrowing else { return aspectRatios }
    return change.newList.enumerated().map { place, old in
      if let old { return aspectRatios[old] }
      let insertion = change.changes.insertions.first { $0.index == place }
      return insertion?.page.size?.aspectRatio
    }
  }
}

// MARK: - Layouts

extension EditCase {
  func layout() throws -> ThumbnailStripLayout {
    try ThumbnailStripLayout(viewportSize: Size(width: viewportLength, height: 66))
  }

  func state() throws -> ThumbnailStripLayout.State {
    try .init(
      position: position, expansionRate: expansionRate,
      explicitExpansions: .init(weights.map { (index: $0.key, weight: $0.value) }))
  }

  /// Returns the arrangement of the strip; `lookup` is called with each index whose ratio is read.
  func strip(
    lookup: (Int) -> Void = { _ in }
  ) throws -> ThumbnailStripLayout.Arrangement {
    let layout = try layout()
    let ratios = ratios
    return try layout.arrangement(
      of: state(), itemCount: itemCount, transition: transition,
      ratioAlongAxis: { index in
        lookup(index)
        return layout.configuration.ratioAlongAxis(forAspectRatio: ratios[index])
      })
  }

  /// The same list without the change.
  func plainStrip() throws -> ThumbnailStripLayout.Arrangement {
    let ratios = ratios
    return try layout().arrangement(
      of: state(), itemCount: itemCount, aspectRatio: { ratios[$0] })
  }

  func preview() throws -> PreviewLayout.Arrangement {
    let layout = try PreviewLayout(viewportSize: Size(width: viewportLength, height: 601))
    return PreviewLayout.Arrangement(
      layout: layout, focus: position, itemCount: itemCount, transition: transition)
  }

  /// All items of the strip, visible or not.
  func items() throws -> [LayoutAttributes] {
    let strip = try strip()
    return (0..<itemCount).map(strip.layoutAttributesForItem(at:))
  }

  /// The moment of the commit: in the old list at the end of the stage *close*, and in the new list
  /// at the start of *grow*.
  var committed: (before: EditCase, after: EditCase) {
    var (before, after) = (self, self)
    before.stage = .close(1)
    after.stage = .grow(0)
    after.position = position + Double(transition.shift)
    after.weights = [:]
    for (index, weight) in weights where change.survivors.contains(index) {
      after.weights[map.newIndex(of: index)] = weight
    }
    return (before, after)
  }
}

// MARK: - Random cases

extension EditCase {
  static func random(using generator: inout SeededGenerator) -> EditCase {
    var edit = anyStage(using: &generator)
    let progress =
      [0, 0.05, 0.5, 1].randomElement(using: &generator).flatMap {
        generator.chance(0.4) ? $0 : nil
      }
      ?? Double.random(in: 0...1, using: &generator)
    let kind = Int.random(in: 0..<6, using: &generator)
    edit.stage = kind == 0 ? .collapse(progress) : kind == 1 ? .grow(progress) : .close(progress)
    if edit.isGrowing { edit.weights = edit.weights.filter { $0.key < edit.itemCount } }
    return edit
  }

  /// Returns a random case at the start of the stage *close*.
  private static func anyStage(using generator: inout SeededGenerator) -> EditCase {
    let count = Int.random(in: 0...(generator.chance(0.5) ? 6 : 60), using: &generator)
    let change = ListChange.random(count: count, using: &generator)
    let shapes: [Double?] = [nil, 0.2, 0.5, 0.7071, 1, 1.5, 5, 1e-9, 1e9]
    var edit = EditCase(
      change: change,
      aspectRatios: (0..<count).map { _ in shapes.randomElement(using: &generator) ?? nil })
    edit.position = .random(in: -2...Double(count) + 1, using: &generator)
    if generator.chance(0.4) { edit.position.round() }
    let nearest = min(max(Int(edit.position.rounded()), 0), count - 1)
    edit.focus =
      count == 0 ? nil : generator.chance(0.7) ? nearest : .random(in: 0..<count, using: &generator)
    if generator.chance(0.4) { edit.expansionRate = .random(in: 0...1, using: &generator) }
    for _ in 0..<(count > 0 && generator.chance(0.5) ? 3 : 0) {
      let index = Int.random(in: 0..<count, using: &generator)
      edit.weights[index] = .random(in: 0...1, using: &generator)
    }
    edit.viewportLength = .random(in: 1...1000, using: &generator)
    return edit
  }

  /// Simpler cases that differ in one property; change, focus, stage and viewport are kept.
  var shrinks: [EditCase] {
    var cases: [EditCase] = []
    func add(_ change: (inout EditCase) -> Void) {
      var copy = self
      change(&copy)
      if copy != self { cases.append(copy) }
    }
    add { $0.weights = [:] }
    add { $0.expansionRate = 1 }
    add { $0.aspectRatios = .init(repeating: 1, count: $0.change.count) }
    for simpler in position.shrinks { add { $0.position = simpler } }
    return cases
  }
}
