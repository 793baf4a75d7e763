// SPDX-License-Identifier: Apache-2.0

import GalleryMotion
import GalleryTestSupport

extension Motion {
  /// Each millisecond from the start until just after the end.
  var milliseconds: [Duration] {
    (0...Int(duration.inSeconds * 1000) + 1).map { .milliseconds($0) }
  }

  /// Times before, at, between and after the ends, regardless of the duration of the motion.
  var telltaleTimes: [Duration] {
    let most = Duration(secondsComponent: .max, attosecondsComponent: 0)
    let least = Duration(secondsComponent: .min, attosecondsComponent: 0)
    let nanosecond = Duration.nanoseconds(1)
    return [
      least, .seconds(-1), .zero, nanosecond / 2, nanosecond, duration / 1000, duration / 2,
      duration - nanosecond, duration, duration + nanosecond, most,
    ]
  }

  /// Describes the first telltale time with a value or a velocity that is not finite.
  var flaw: String? {
    telltaleTimes.lazy.compactMap { time in
      let (value, velocity) = (value(at: time), velocity(at: time))
      return value.isFinite && velocity.isFinite
        ? nil : "value \(value), velocity \(velocity) at \(time)"
    }.first
  }
}

extension Duration {
  /// The time in seconds, for the formulas of an oracle.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}

extension [Double] {
  /// Arrays with one simpler element.
  var elementShrinks: [Self] {
    indices.flatMap { index in
      self[index].shrinks.map { number in
        var copy = self
        copy[index] = number
        return copy
      }
    }
  }
}

/// Returns the integral of a function by Simpson's rule.
func integral(from start: Double, to end: Double, of function: (Double) -> Double) -> Double {
  let count = 2000
  let step = (end - start) / Double(count)
  let sum = (0...count).reduce(0.0) { sum, index in
    let weight = index == 0 || index == count ? 1.0 : index % 2 == 1 ? 4.0 : 2.0
    return sum + weight * function(start + Double(index) * step)
  }
  return sum * step / 3
}
