// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

/// An invariant of every frame of a gallery.
struct Invariant: Sendable {
  let name: String

  /// Returns the violation, `nil` if the invariant holds.
  let violation: @Sendable (Observation) -> String?

  static let all: [Invariant] = [
    finite, range, apart, ordered, rest, indexes, visibleStrip, visiblePreview, definition,
    lookups, askedPages,
  ]

  /// Returns the first violated invariant and its violation.
  static func firstViolation(in observation: Observation) -> String? {
    for invariant in all {
      if let reason = invariant.violation(observation) { return "\(invariant.name): \(reason)" }
    }
    return nil
  }
}

// MARK: - Numbers

extension Invariant {
  /// All numbers of a frame are finite.
  static let finite = Invariant(name: "finite") { observation in
    let frame = observation.frame
    guard frame.position.isFinite, frame.focus.isFinite else { return "position or focus" }
    for cell in frame.strip where !cell.numbers.allSatisfy(\.isFinite) {
      return "thumbnail \(cell.index)"
    }
    for cell in frame.preview where !cell.numbers.allSatisfy(\.isFinite) {
      return "page \(cell.index)"
    }
    return nil
  }

  /// Fractions are in `0...1` and lengths are not negative.
  static let range = Invariant(name: "range") { observation in
    let frame = observation.frame
    let unit = 0.0...1.0
    guard unit.contains(frame.expansionRate) else { return "rate \(frame.expansionRate)" }
    for cell in frame.strip {
      guard unit.contains(cell.expansion), unit.contains(cell.alpha), cell.size.isNotNegative,
        cell.crop.isInUnitSquare
      else { return "thumbnail \(cell.index)" }
    }
    for cell in frame.preview {
      guard unit.contains(cell.scale), unit.contains(cell.alpha), unit.contains(cell.contentBlend),
        cell.size.isNotNegative, cell.contentRect.size.isNotNegative,
        cell.contentRect.size.width <= cell.size.width,
        cell.contentRect.size.height <= cell.size.height
      else { return "page \(cell.index)" }
    }
    for (index, weight) in observation.weights where !unit.contains(weight) {
      return "weight \(weight) of \(index)"
    }
    return nil
  }
}

extension Size {
  fileprivate var isNotNegative: Bool { width >= 0 && height >= 0 }
}

extension Rect {
  fileprivate var isInUnitSquare: Bool {
    minX >= 0 && minY >= 0 && maxX <= 1 + 1e-12 && maxY <= 1 + 1e-12 && size.isNotNegative
  }
}
