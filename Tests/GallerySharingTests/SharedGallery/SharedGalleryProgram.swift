// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing
import GalleryTestSupport

/// Edits of two galleries of the same pages, and deliveries of their messages in any order.
struct SharedGalleryProgram {
  enum Step {
    case delete(host: Int, index: Int)
    case deleteActive(host: Int)
    case insert(host: Int, index: Int)
    case move(host: Int, from: Int, to: Int)
    case replace(host: Int, index: Int, height: Int)
    case rotate(host: Int, index: Int, turns: Int)
    case cancel(host: Int, number: Int)
    case insertElsewhere(index: Int)
    case deleteElsewhere(index: Int)
    /// Restores the page that was deleted last, with a new image if there is a height.
    case restoreElsewhere(index: Int, height: Int?)
    case replaceElsewhere(index: Int, height: Int)
    case refuseNext
    case breakStream(host: Int)
    case reach(host: Int, index: Int)
    case respond(host: Int, index: Int)
    case deliverChange(host: Int)
    case wait(host: Int, milliseconds: Int)
    case close(host: Int)
  }

  var steps: [Step]
  var explainsConflicts: Bool

  init(count: Int, using generator: inout SeededGenerator) {
    explainsConflicts = generator.chance(0.5)
    steps = (0..<count).map { _ in Step(using: &generator) }
    // At most once, so that most programs still test two galleries.
    if generator.chance(0.25) {
      steps.insert(.close(host: 1), at: Int.random(in: 0...count, using: &generator))
    }
  }

  /// Programs with fewer steps.
  var simpler: [SharedGalleryProgram] {
    steps.shrinks.map { steps in
      var copy = self
      copy.steps = steps
      return copy
    }
  }
}

extension SharedGalleryProgram.Step {
  init(using generator: inout SeededGenerator) {
    let host = Int.random(in: 0...1, using: &generator)
    let index = Int.random(in: 0...7, using: &generator)
    let other = Int.random(in: 0...7, using: &generator)
    self =
      switch Int.random(in: 0..<48, using: &generator) {
      case 0, 1: .delete(host: host, index: index)
      case 2: .deleteActive(host: host)
      case 3, 4, 5: .insert(host: host, index: index)
      case 6, 7: .move(host: host, from: index, to: other)
      case 8: .replace(host: host, index: index, height: 1 + other)
      case 9: .rotate(host: host, index: index, turns: 1 + other)
      case 10: .cancel(host: host, number: other)
      case 11: .insertElsewhere(index: index)
      case 12: .deleteElsewhere(index: index)
      case 13: .refuseNext
      case 40, 41: .deleteElsewhere(index: index)
      case 42..<46:
        .restoreElsewhere(index: index, height: other > 2 ? other : nil)
      case 46, 47: .replaceElsewhere(index: index, height: 1 + other)
      case 14: .breakStream(host: host)
      case 15..<20: .reach(host: host, index: index)
      case 20..<25: .respond(host: host, index: index)
      case 25..<29: .deliverChange(host: host)
      default:
        .wait(host: host, milliseconds: Int.random(in: 0...300, using: &generator))
      }
  }
}
