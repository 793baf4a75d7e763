// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

struct ThumbnailStripConfigurationTests {
  typealias Configuration = ThumbnailStripLayout.Configuration

  @Test func defaultsAreThoseOfTheInitializer() throws {
    #expect(try Configuration() == .default)
    #expect(Configuration.default.collapsedSize == Size(width: 33, height: 66))
    #expect(Configuration.default.pitch == 37)
  }

  @Test(arguments: [-1, .infinity, -.infinity, .nan] as [Double])
  func badLengthIsNamed(found: Double) {
    #expect(
      throwing { try Configuration(thumbnailHeight: found) }.isInvalid(.thumbnailHeight, found))
    #expect(
      throwing { try Configuration(interItemSpacing: found) }.isInvalid(.interItemSpacing, found))
    #expect(throwing { try Configuration(expandedMargin: found) }.isInvalid(.expandedMargin, found))
    #expect(throwing { try Configuration(overscan: found) }.isInvalid(.overscan, found))
  }

  @Test(arguments: [0, -1, .infinity, .nan] as [Double])
  func badAspectRatioIsNamed(found: Double) {
    #expect(throwing { try Configuration(defaultAspectRatio: found) }.isInvalid(.default, found))
    #expect(throwing { try Configuration(minimumAspectRatio: found) }.isInvalid(.minimum, found))
    #expect(throwing { try Configuration(maximumAspectRatio: found) }.isInvalid(.maximum, found))
  }

  @Test func minimumAboveMaximumIsRefused() {
    #expect(throws: LayoutError.emptyAspectRatioRange(minimum: 2, maximum: 1)) {
      try Configuration(minimumAspectRatio: 2, maximumAspectRatio: 1)
    }
  }

  @Test func marginThatCannotPreventOverlapsIsRefused() throws {
    let narrowest = 66 * 0.2 - 33.0

    #expect(throws: LayoutError.negativeExpansion(points: narrowest + 19)) {
      try Configuration(expandedMargin: 19)
    }
    #expect(throws: Never.self) { try Configuration(expandedMargin: 20) }
  }

  @Test func extentThatIsNotFiniteIsRefused() {
    #expect(throws: LayoutError.extentOverflow(thumbnailHeight: 1e308)) {
      try Configuration(thumbnailHeight: 1e308)
    }
  }

  @Test(arguments: [-1, .infinity, .nan] as [Double])
  func badViewportIsRefused(side: Double) {
    for size in [Size(width: side, height: 66), Size(width: 375, height: side)] {
      let error = throwing {
        try ThumbnailStripLayout(viewportSize: size)
      }
      guard case .invalidViewport = error else {
        Issue.record("\(size) gives \(error?.description ?? "no error")")
        continue
      }
    }
  }

  @Test(arguments: [.infinity, -.infinity, .nan] as [Double])
  func badPositionIsRefused(position: Double) {
    let error = throwing {
      try ThumbnailStripLayout.State(position: position)
    }
    guard case .invalidPosition(let found) = error else {
      Issue.record("\(position) gives \(error?.description ?? "no error")")
      return
    }
    #expect(found.bitPattern == position.bitPattern)
  }

  @Test(arguments: [-0.1, 1.1, .infinity, .nan] as [Double])
  func badExpansionRateIsRefused(rate: Double) {
    let error = throwing {
      try ThumbnailStripLayout.State(position: 0, expansionRate: rate)
    }
    guard case .invalidExpansionRate(let found) = error else {
      Issue.record("\(rate) gives \(error?.description ?? "no error")")
      return
    }
    #expect(found.bitPattern == rate.bitPattern)
  }

  static let descriptions: [(LayoutError, String)] = [
    (
      .invalidLength(.overscan, found: -1),
      "The overscan must be zero or more points and finite, but it is -1.0."
    ),
    (
      .invalidAspectRatio(.minimum, found: 0),
      "The minimum aspect ratio must be positive and finite, but it is 0.0."
    ),
    (
      .emptyAspectRatioRange(minimum: 2, maximum: 1),
      "The minimum aspect ratio 2.0 is greater than the maximum 1.0."
    ),
    (
      .negativeExpansion(points: -0.8),
      "The narrowest item would shrink when it expands: it grows by -0.8 points."
    ),
    (
      .extentOverflow(thumbnailHeight: 1e308),
      "A strip 1e+308 points high has items of infinite length."
    ),
    (
      .invalidViewport(Size(width: -1, height: 2)),
      "The sides of the viewport must be zero or more points and finite, but they are -1.0 × 2.0."
    ),
    (
      .invalidPosition(found: .infinity),
      "The scroll position must be a finite number of items, but it is inf."
    ),
    (.invalidExpansionRate(found: 2), "The expansion rate must be in 0...1, but it is 2.0."),
  ]

  @Test(arguments: descriptions)
  func errorExplainsItself(error: LayoutError, text: String) {
    #expect(error.description == text)
  }

  @Test func everyPartOfAConfigurationHasAName() {
    let lengths = LayoutError.Length.allCases.map {
      LayoutError.invalidLength($0, found: 0).description
    }
    let ratios = LayoutError.AspectRatio.allCases.map {
      LayoutError.invalidAspectRatio($0, found: 0).description
    }

    #expect(Set(lengths + ratios).count == 8)
  }

  /// Returns the error that a body throws.
  ///
  /// Errors with a NaN are not equal to themselves: compare their parts.
  private func throwing<Value>(_ body: () throws -> Value) -> LayoutError? {
    do {
      _ = try body()
      return nil
    } catch {
      return error as? LayoutError
    }
  }
}

extension LayoutError? {
  fileprivate func isInvalid(_ length: LayoutError.Length, _ number: Double) -> Bool {
    guard case .invalidLength(length, let found) = self else { return false }
    return found.bitPattern == number.bitPattern
  }

  fileprivate func isInvalid(_ ratio: LayoutError.AspectRatio, _ number: Double) -> Bool {
    guard case .invalidAspectRatio(ratio, let found) = self else { return false }
    return found.bitPattern == number.bitPattern
  }
}
