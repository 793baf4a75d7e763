// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryCompanions

/// The motion of the columns, and the times of their events.
struct SplitSelectorMotionTests {
  private func released(
    from position: Double, velocity: Double, count: Int = 6
  ) throws -> SplitSelector {
    var selector = try SplitSelectorTests.makeSelector(count)
    selector.beginDrag(.left, at: .zero)
    try selector.drag(.left, translation: -position * 300, at: .zero)
    try selector.endDrag(.left, velocity: velocity, at: .zero)
    return selector
  }

  @Test func fingerMovesItsColumnOnly() throws {
    let frame = try SplitSelectorTests.shifted(by: 75).frame(at: .zero)
    #expect(frame.leftPosition == 0.25)
    #expect(frame.rightPosition == 0)
  }

  @Test func columnsBeyondTheEndsMeetARubberBand() throws {
    // 150 points are 0.5 rows; the band is 667 / 300 rows long.
    let band = 667.0 / 300
    let expected = (1 - 1 / (0.5 * 0.55 / band + 1)) * band
    let frame = try SplitSelectorTests.shifted(by: -150).frame(at: .zero)
    #expect(frame.leftPosition.isApproximately(-expected, tolerance: 1e-12))
  }

  @Test(arguments: [
    (0.2, 0.0, 0), (0.5, 0, 1), (0.5, -10, 1), (0.49, 0, 0),
    // u = 3 rows per second: 0.2984976 rows farther.
    (0.2, -900, 0), (0.21, -900, 1), (1.9, -12000, 5), (0.7, 9000, 0), (3.4, 900, 3),
    (3.4, 3000, 2),
  ])
  func releaseSnapsToTheProjectedRow(position: Double, velocity: Double, row: Int) throws {
    var selector = try released(from: position, velocity: velocity)
    _ = selector.advance(to: .seconds(9))
    #expect(selector.frame(at: .seconds(9)).leftPosition == Double(row))
    #expect(selector.selectedIndex(.left) == row)
    #expect(selector.nextBoundary() == nil)
  }

  @Test func flickToAnotherRowIsFriction() throws {
    // u = 8 rows per second; the distance of 0.8 rows requires 8.04: close enough.
    let selector = try released(from: 0.2, velocity: -2400)
    for milliseconds in [10, 50, 150] {
      let expected = 1 - 0.8 * pow(0.99, Double(milliseconds))
      let position = selector.frame(at: .milliseconds(milliseconds)).leftPosition
      #expect(position.isApproximately(expected, tolerance: 1e-9))
    }
  }

  @Test func flickToTheSameRowIsASpringWithoutAHardBounce() throws {
    // The velocity leads back to row 1, and friction alone would barely suffice.
    let selector = try released(from: 1.3, velocity: 900)
    let (x0, v0, beta) = (0.3, -3.0, 5 * Double.pi)
    var last = 1.3
    for milliseconds in stride(from: 5, through: 600, by: 5) {
      let t = Double(milliseconds) / 1000
      let expected = 1 + (x0 + (v0 + beta * x0) * t) * exp(-beta * t)
      let position = selector.frame(at: .milliseconds(milliseconds)).leftPosition
      if position != 1 { #expect(position.isApproximately(expected, tolerance: 1e-9)) }
      #expect(position <= last && position >= 1)
      last = position
    }
  }

  @Test func selectionChangesAtExactTimes() throws {
    var selector = try SplitSelectorTests.makeSelector()
    try selector.select(2, in: .left, at: .zero)
    let events = selector.advance(to: .seconds(1))

    // 2 eio(t / 0.3) is 0.5 at t = 0.3 sqrt(1/8), and 1.5 at 0.3 (1 - sqrt(1/8)).
    let first = Duration.nanoseconds(Int64((0.3 * 0.125.squareRoot() * 1e9).rounded(.up)))
    let second = Duration.nanoseconds(Int64((0.3 * (1 - 0.125.squareRoot()) * 1e9).rounded(.up)))
    #expect(
      events == [
        .selectionChanged(.left, from: 0, to: 1, at: first),
        .wholeChanged(isWhole: false, at: first),
        .selectionChanged(.left, from: 1, to: 2, at: second),
        .settled(.left, index: 2, at: .milliseconds(300)),
      ])
  }

  @Test func headersCrossFadeInFifteenHundredths() throws {
    var selector = try SplitSelectorTests.makeSelector()
    try selector.select(1, in: .right, animated: false, at: .zero)
    #expect(
      selector.advance(to: .zero) == [
        .selectionChanged(.right, from: 0, to: 1, at: .zero),
        .wholeChanged(isWhole: false, at: .zero),
      ])

    #expect(selector.frame(at: .zero).headers.map(\.side) == [nil])
    let half = selector.frame(at: .milliseconds(75))
    #expect(half.headers.map(\.side) == [.left, .right, nil])
    #expect(half.headers.map(\.alpha) == [0.5, 0.5, 0.5])
    #expect(selector.frame(at: .milliseconds(150)).headers.map(\.side) == [.left, .right])
    // Reversed halfway, it takes half of the time.
    try selector.select(1, in: .left, animated: false, at: .milliseconds(75))
    #expect(selector.frame(at: .milliseconds(75)).headers.map(\.alpha) == [0.5, 0.5, 0.5])
    #expect(selector.nextBoundary() == .milliseconds(150))
  }

  @Test func shuffleIsDeterministicAndNeverStays() throws {
    for count in [2, 3, 7] {
      for seed in 0..<200 as Range<UInt64> {
        var selector = try SplitSelectorTests.makeSelector(count, left: 1, right: 0)
        var other = selector
        let isShuffled = selector.shuffle(seed: seed, at: .zero)
        other.shuffle(seed: seed, at: .zero)
        _ = (selector.advance(to: .seconds(1)), other.advance(to: .seconds(1)))
        #expect(isShuffled)
        #expect(selector == other)
        let pair = (selector.selectedIndex(.left), selector.selectedIndex(.right))
        #expect(pair != (1, 0))
      }
    }
  }

  @Test func shuffleReachesEveryOtherPair() throws {
    var pairs: Set<[Int]> = []
    for seed in 0..<500 as Range<UInt64> {
      var selector = try SplitSelectorTests.makeSelector(3)
      selector.shuffle(seed: seed, at: .zero)
      _ = selector.advance(to: .milliseconds(300))
      pairs.insert([selector.left.index, selector.right.index])
    }
    #expect(pairs.count == 8)
  }

  @Test func shuffleTakesThreeTenthsAndNeedsTwoItems() throws {
    var one = try SplitSelectorTests.makeSelector(1)
    let isShuffled = one.shuffle(seed: 1, at: .zero)
    #expect(!isShuffled)

    var selector = try SplitSelectorTests.makeSelector(900)
    selector.shuffle(seed: 1, at: .zero)
    let target = selector.left.motion.target
    #expect(selector.frame(at: .milliseconds(150)).leftPosition == target / 2)
    #expect(selector.frame(at: .milliseconds(300)).leftPosition == target)
  }

  @Test func viewportChangesLeavePositionsAlone() throws {
    var selector = try SplitSelectorTests.makeSelector()
    try selector.select(3, in: .left, at: .zero)
    let before = selector.frame(at: .milliseconds(100)).leftPosition
    for size in [Size.zero, Size(width: 300, height: 200), SplitSelectorTests.viewport] {
      try selector.setViewport(size, at: .milliseconds(100))
    }
    #expect(selector.frame(at: .milliseconds(100)).leftPosition == before)
    #expect(selector.frame(at: .milliseconds(300)).leftPosition == 3)
  }

  @Test func dragGoesOnInAnotherViewport() throws {
    var selector = try SplitSelectorTests.shifted(by: 150)
    try selector.setViewport(Size(width: 300, height: 400), at: .zero)
    #expect(selector.frame(at: .zero).leftPosition == 0.5)
    try selector.drag(.left, translation: -150 - 115, at: .zero)
    #expect(selector.frame(at: .zero).leftPosition == 1)
  }

  @Test func reloadKeepsRowsAndIsIdempotent() throws {
    var selector = try SplitSelectorTests.makeSelector(9, left: 8, right: 2)
    try selector.select(7, in: .right, at: .zero)
    try selector.reload(count: 5, at: .milliseconds(100))
    let once = selector
    try selector.reload(count: 5, at: .milliseconds(100))

    #expect(selector == once)
    #expect(selector.selectedIndex(.left) == 4 && selector.selectedIndex(.right) == 4)
    #expect(selector.nextBoundary() == nil)
    #expect(selector.frame(at: .milliseconds(100)).headers.map(\.side) == [nil])
    try selector.reload(count: 0, at: .milliseconds(100))
    #expect(selector.selectedIndex(.left) == nil)
  }

  @Test func badNumbersAreRefusedWithoutChange() throws {
    var selector = try SplitSelectorTests.shifted(by: 30)
    let before = selector
    for number in Double.nonFinite {
      #expect(throws: SplitSelectorError.self) {
        try selector.drag(.left, translation: number, at: .seconds(1))
      }
      #expect(throws: SplitSelectorError.self) {
        try selector.endDrag(.left, velocity: number, at: .seconds(1))
      }
      #expect(throws: SplitSelectorError.self) {
        try selector.setViewport(Size(width: 1, height: number), at: .seconds(1))
      }
    }
    #expect(throws: SplitSelectorError.indexOutOfRange(6, count: 6)) {
      try selector.select(6, in: .left, at: .seconds(1))
    }
    #expect(throws: SplitSelectorError.invalidCount(found: -1)) {
      try selector.reload(count: -1, at: .seconds(1))
    }
    #expect(throws: SplitSelectorError.indexOutOfRange(9, count: 2)) {
      try SplitSelector(count: 2, viewport: .zero, right: 9)
    }
    #expect(selector == before)
  }

  @Test func numbersOfAConfigurationAreChecked() {
    for number in [-1, 2e9, .nan, .infinity] {
      let changes: [(inout SplitSelector.Configuration) -> Void] = [
        { $0.itemLength = number }, { $0.scaleFactor = number },
        { $0.interColumnSpacing = number }, { $0.headerHeight = number },
        { $0.headerInset = number }, { $0.speed = number },
      ]
      for change in changes {
        var configuration = SplitSelector.Configuration()
        change(&configuration)
        #expect(throws: SplitSelectorError.self) {
          try SplitSelector(count: 1, viewport: .zero, configuration: configuration)
        }
      }
    }
    #expect(
      SplitSelectorError.invalidNumber(.scaleFactor, found: 2).description
        == "The scale factor must be in 0...1, but it is 2.0.")
  }

  @Test func timeThatGoesBackIsReported() throws {
    var selector = try SplitSelectorTests.makeSelector()
    selector.beginDrag(.left, at: .seconds(2))
    #expect(
      selector.advance(to: .seconds(1)) == [
        .clockWentBackwards(found: .seconds(1), at: .seconds(2))
      ])
  }

  @Test func cancelledAndStaleDragsHaveNoVelocity() throws {
    var selector = try SplitSelectorTests.shifted(by: 30)
    try selector.endDrag(.left, velocity: -9000, at: .milliseconds(100))
    #expect(selector.left.destination == 0)
    selector = try SplitSelectorTests.shifted(by: 30)
    selector.cancelDrag(.left, at: .zero)
    #expect(selector.left.destination == 0)
  }
}
