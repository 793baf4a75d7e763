// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel

/// An independent implementation of the path of a released surface, for a gallery on a phone.
///
/// All positions are in pages.
struct SettleOracle {
  var surface: GallerySurface
  /// The page at which the drag began, where the gallery rested.
  var start: Int
  /// The raw translation of the finger, toward later pages.
  var way: Double
  /// The velocity of the finger in points per second, toward larger coordinates.
  var velocity: Double
  var last = 5

  var stride: Double { surface == .preview ? 375 : 37 }

  var position: Double {
    let raw = Double(start) + way
    let bound = min(Double(last), max(0, raw))
    let band = surface == .preview ? 1 : 375.0 / 37
    let over = abs(raw - bound)
    return bound + (raw < bound ? -1 : 1) * (1 - 1 / (over * 0.55 / band + 1)) * band
  }

  /// Pages per second toward later pages.
  var pageVelocity: Double { -max(-1e5, min(1e5, velocity)) / stride }

  /// The first and the last page, and within them those to which a swipe of the preview may lead.
  private var ends: (Double, Double) {
    let all = (0.0, Double(last))
    guard surface == .preview, position >= all.0, position <= all.1 else { return all }
    return (Double(max(0, start - 1)), Double(min(last, start + 1)))
  }

  private var isOutside: Bool { position < ends.0 || position > ends.1 }

  var target: Double {
    var target = floor(position + 0.5)
    if isOutside { return position < ends.0 ? ends.0 : ends.1 }
    if surface == .strip {
      target = floor(position + pageVelocity / (-1000 * log(0.99)) + 0.5)
    } else {
      if abs(velocity) >= 300 {
        target = pageVelocity > 0 ? floor(position) + 1 : ceil(position) - 1
      }
      target = max(Double(start) - 1, min(Double(start) + 1, target))
    }
    return max(0, min(Double(last), target))
  }

  /// Whether the surface reaches the target by friction.
  var isDecay: Bool {
    guard surface == .strip, !isOutside else { return false }
    let required = (target - position) * -1000 * log(0.99)
    guard pageVelocity * required > 0 else { return false }
    let quotient = required / pageVelocity
    return quotient >= 0.5 && quotient <= 2
  }

  private var threshold: Double { 0.25 / (surface == .preview ? 419 : 37) }

  private var beta: Double {
    isOutside ? 10 : surface == .preview ? 200.0.squareRoot() : 5 * Double.pi
  }

  /// x0 and v0 + beta * x0.
  private var terms: (Double, Double) {
    let displacement = position - target
    var velocity = pageVelocity
    if isOutside || surface == .preview, displacement * velocity > 0 {
      let limit = 0.5 * exp(1) * beta * (surface == .preview ? 1 : 375.0 / 37)
      velocity = max(-limit, min(limit, velocity))
    }
    if displacement * velocity < 0 {
      let limit = beta * abs(displacement)
      velocity = max(-limit, min(limit, velocity))
    }
    return displacement == 0 ? (0, 0) : (displacement, velocity + beta * displacement)
  }

  /// The seconds until rest.
  var duration: Double {
    if isDecay { return max(0, log(abs(target - position) / threshold) / (-1000 * log(0.99))) }
    let (first, second) = terms
    var duration = 0.0
    if first != 0 { duration = max(duration, log(2 * abs(first) / threshold) / beta) }
    if second != 0 {
      duration = max(
        duration, 2 / beta * log(4 * abs(second) / (exp(1) * beta * threshold)))
    }
    return duration
  }

  func position(after seconds: Double) -> Double {
    guard seconds < duration else { return target }
    if isDecay { return target - (target - position) * pow(0.99, 1000 * seconds) }
    let (first, second) = terms
    return target + (first + second * seconds) * exp(-beta * seconds)
  }
}
