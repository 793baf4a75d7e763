// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import SampleGalleries

// The models of the other interactions: frames in motion, and the calls of a drag.
extension AllocationCheck {
  static func checkCompanions(of count: Int) throws -> Bool {
    // Check all models, even if one fails.
    var isPassed = try checkCardStack(of: count)
    isPassed = try checkSplitSelector(of: count) && isPassed
    isPassed = try checkDrawer(of: count) && isPassed
    isPassed = try checkZoom(of: count) && isPassed
    return try checkAppearance(of: count) && isPassed
  }

  private static func time(_ place: Int) -> Duration {
    SampleCompanions.times[place % SampleCompanions.times.count]
  }

  private static func checkCardStack(of count: Int) throws -> Bool {
    var stack = try SampleCompanions.cardStack(count: count)
    var frame = stack.frame(at: time(0))
    let found = try allocations {
      for place in 0..<repetitions {
        stack.frame(at: time(place), into: &frame)
        try stack.drag(translation: Point(x: Double(place % 50), y: 0), at: .zero)
      }
    }
    keep(frame)
    return report("\(repetitions) moves and frames of \(count) cards", found, isPassed: found == 0)
  }

  private static func checkSplitSelector(of count: Int) throws -> Bool {
    var selector = try SampleCompanions.splitSelector(count: count)
    var frame = selector.frame(at: time(0))
    // Reserve for all headers and rows that can occur.
    frame.headers.reserveCapacity(3)
    frame.left.reserveCapacity(8)
    frame.right.reserveCapacity(8)
    let found = try allocations {
      for place in 0..<repetitions {
        selector.frame(at: time(place), into: &frame)
        try selector.drag(.left, translation: Double(place % 50) - 110, at: .zero)
      }
    }
    keep(frame)
    return report("\(repetitions) moves and frames of \(count) rows", found, isPassed: found == 0)
  }

  private static func checkDrawer(of count: Int) throws -> Bool {
    var drawer = try SampleCompanions.drawer(count: count)
    var frame = drawer.frame(at: time(0))
    var found = allocations {
      for place in 0..<repetitions { drawer.frame(at: time(place), into: &frame) }
    }
    drawer.beginDrag(at: .zero)
    found += try allocations {
      for place in 0..<repetitions {
        try drawer.drag(translation: Double(place % 50), at: .zero)
        drawer.frame(at: .zero, into: &frame)
      }
    }
    keep(frame)
    return report("\(repetitions) moves and frames of a drawer", found, isPassed: found == 0)
  }

  private static func checkZoom(of count: Int) throws -> Bool {
    var zoom = try SampleCompanions.zoom(count: count)
    var frame = zoom.frame(at: time(0))
    var found = allocations {
      for place in 0..<repetitions { zoom.frame(at: time(place), into: &frame) }
    }
    zoom.beginDrag(at: .zero)
    // The first call may allocate.
    keep(try zoom.drag(translation: .zero, at: .zero))
    found += try allocations {
      for place in 0..<repetitions {
        keep(try zoom.drag(translation: Point(x: Double(place % 50), y: 3), at: .zero))
        zoom.frame(at: .zero, into: &frame)
      }
    }
    keep(frame)
    return report("\(repetitions) moves and frames of a zoom", found, isPassed: found == 0)
  }

  private static func checkAppearance(of count: Int) throws -> Bool {
    var (tracker, visible) = try SampleCompanions.appearance(count: count)
    keep(tracker.appearance(of: visible[0].page, at: time(0)))
    let found = allocations {
      for place in 0..<repetitions {
        tracker.sample(visible, at: .zero)
        keep(tracker.appearance(of: visible[place % visible.count].page, at: time(place)))
      }
    }
    return report("\(repetitions) samples among \(count) pages", found, isPassed: found == 0)
  }
}
