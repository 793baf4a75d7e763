// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ReferenceGallery {
  /// The path of a released surface to its page.
  struct Path {
    var from: Double
    var to: Double
    var start: Int64
    var speed: Double
    /// The parameter of a spring, zero for friction.
    var beta = 0.0
    var velocity = 0.0

    func value(at now: Int64) -> Double {
      let t = Double(now - start) / 1e9 * speed
      guard beta > 0 else { return to - (to - from) * pow(0.99, 1000 * t) }
      let x = from - to
      return to + (x + (velocity + beta * x) * t) * exp(-beta * t)
    }

    /// The duration in seconds until the rest is invisible.
    func length(threshold: Double) -> Double {
      guard beta > 0 else { return log(abs(to - from) / threshold) / (-1000 * log(0.99)) }
      let x = from - to
      guard x != 0 else { return 0 }
      var longest = log(2 * abs(x) / threshold) / beta
      let push = abs(velocity + beta * x)
      if push > 0 {
        longest = max(longest, 2 / beta * log(4 * push / (exp(1) * beta * threshold)))
      }
      return longest
    }

    /// The time at which a spring that moves away from its page reverses, `nil` if it does not.
    var turn: Int64? {
      let x = from - to
      guard beta > 0, x * velocity > 0 else { return nil }
      let t = velocity / (beta * (velocity + beta * x)) / speed
      return start + Int64(t * 1e9)
    }
  }

  // A spring that moves toward the page never passes it.
  private func spring(to target: Double, velocity: Double, beta: Double) -> Path {
    let x = position - target
    var allowed = velocity
    if x * velocity < 0, abs(velocity) > beta * abs(x) {
      allowed = velocity < 0 ? -beta * abs(x) : beta * abs(x)
    }
    return Path(
      from: position, to: target, start: now, speed: speed, beta: beta, velocity: allowed)
  }

  /// Chooses the page and the path for a release with a velocity in points per second, positive
  /// toward later pages.
  mutating func plan(_ finger: Finger, velocity: Double) -> Path {
    let u = finger.stride > 0 ? velocity / finger.stride : 0
    compare(position, with: 0)
    compare(position, with: last)
    var bound = position
    if !finger.onStrip, position >= 0, position <= last {
      // Without a velocity, the surface is at its page either way.
      if u != 0 {
        compare(position, with: finger.startPage - 1)
        compare(position, with: finger.startPage + 1)
      }
      bound = min(max(position, finger.startPage - 1), finger.startPage + 1)
    }
    bound = inside(bound)
    if position != bound {
      let limit = 0.5 * exp(1) * 10 * finger.band
      return spring(
        to: bound, velocity: position < bound ? max(u, -limit) : min(u, limit), beta: 10)
    }
    return finger.onStrip ? fling(u) : page(finger, velocity, u)
  }

  /// At most one page.
  private mutating func page(_ finger: Finger, _ velocity: Double, _ u: Double) -> Path {
    var page = nearest(position)
    if abs(velocity) >= 300, finger.stride > 0 {
      compareWithPage(position)
      page = u > 0 ? floor(position) + 1 : ceil(position) - 1
    } else {
      compareWithTie(position)
    }
    page = inside(min(max(page, finger.startPage - 1), finger.startPage + 1))
    // Away from the page, the path continues by at most half of the band.
    let limit = 0.5 * exp(1) * sqrt(200) * finger.band
    if position > page { return spring(to: page, velocity: min(u, limit), beta: sqrt(200)) }
    if position < page { return spring(to: page, velocity: max(u, -limit), beta: sqrt(200)) }
    return spring(to: page, velocity: u, beta: sqrt(200))
  }

  /// The position at which friction would stop.
  private mutating func fling(_ u: Double) -> Path {
    let projection = position + u / (-1000 * log(0.99))
    compareWithTie(projection)
    let page = inside(nearest(projection))
    let needed = (page - position) * (-1000 * log(0.99))
    compare(abs(needed), with: 2 * abs(u))
    compare(abs(u), with: 2 * abs(needed))
    if u * needed > 0, abs(needed) <= 2 * abs(u), abs(u) <= 2 * abs(needed) {
      return Path(from: position, to: page, start: now, speed: speed)
    }
    return spring(to: page, velocity: u, beta: 2 * Double.pi / 0.4)
  }
}
