// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport

/// Concurrent edits of the same pages by several users.
struct GalleryProgram: Sendable {
  enum Step: Sendable {
    /// A gallery deletes a page, given by its index among the pages that it shows.
    case delete(gallery: Int, index: Int)
    case insert(gallery: Int, index: Int)
    case move(gallery: Int, from: Int, to: Int)
    case replace(gallery: Int, index: Int)
    case rotate(gallery: Int, index: Int, turns: Int)
    case goTo(gallery: Int, index: Int)
    /// An edit without a gallery.
    case deleteElsewhere(index: Int)
    case insertElsewhere(index: Int)
    case moveElsewhere(from: Int, to: Int)
    case rotateElsewhere(index: Int)
    case failNext
    case hold
    case release
    case cancelLatest
    case wait(milliseconds: Int)
  }

  var steps: [Step]

  init(steps: [Step]) { self.steps = steps }

  init(count: Int, using generator: inout SeededGenerator) {
    steps = (0..<count).map { _ in Step(using: &generator) }
  }

  /// The programs with one step less.
  var simpler: [GalleryProgram] {
    steps.indices.map { index in
      var steps = steps
      steps.remove(at: index)
      return GalleryProgram(steps: steps)
    }
  }
}

extension GalleryProgram.Step {
  init(using generator: inout SeededGenerator) {
    let gallery = Int.random(in: 0...1, using: &generator)
    let index = Int.random(in: 0...6, using: &generator)
    let other = Int.random(in: 0...6, using: &generator)
    self =
      switch Int.random(in: 0..<27, using: &generator) {
      case 0..<3: .delete(gallery: gallery, index: index)
      case 3..<6: .insert(gallery: gallery, index: index)
      case 6..<8: .move(gallery: gallery, from: index, to: other)
      case 8: .replace(gallery: gallery, index: index)
      case 9: .goTo(gallery: gallery, index: index)
      case 10: .deleteElsewhere(index: index)
      case 11, 12: .insertElsewhere(index: index)
      case 13: .moveElsewhere(from: index, to: other)
      case 14: .failNext
      case 15: .hold
      case 16: .release
      case 17: .cancelLatest
      case 18, 19: .rotate(gallery: gallery, index: index, turns: other)
      case 20: .rotateElsewhere(index: index)
      default: .wait(milliseconds: Int.random(in: 0...400, using: &generator))
      }
  }
}
