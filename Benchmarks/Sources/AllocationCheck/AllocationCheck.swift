// SPDX-License-Identifier: Apache-2.0

import CAllocationCounter
import GalleryModel
import SampleGalleries

/// A program that counts the allocations of calls that must not allocate, and fails if there are
/// any.
@main
struct AllocationCheck {
  static let repetitions = 1_000_000

  static func main() throws {
    var isPassed = checkCounter()
    for count in [10, 1_000, 1_000_000] {
      for state in SampleGallery.State.allCases {
        isPassed = try checkFrames(of: count, state) && isPassed
      }
      isPassed = try checkCalls(of: count) && isPassed
      isPassed = try checkCompanions(of: count) && isPassed
    }
    isPassed = try checkMemory() && isPassed
    guard isPassed else { fatalExit() }
    print("allocation-check: all checks passed")
  }

  /// Returns the number of allocations of a body.
  static func allocations(_ body: () throws -> Void) rethrows -> UInt64 {
    let before = cbench_allocation_count()
    try body()
    return cbench_allocation_count() - before
  }

  /// Checks that the counter counts: a broken counter would pass every check.
  static func checkCounter() -> Bool {
    keep([0])
    let found = allocations { for size in 1...1000 { keep([Int](repeating: size, count: size)) } }
    return report("1,000 arrays, as a test of the counter", found, isPassed: found == 1000)
  }

  static func checkFrames(of count: Int, _ state: SampleGallery.State) throws -> Bool {
    let sample = try SampleGallery(count: count, state: state)
    var frame = sample.session.frame(at: sample.times[0])
    let found = allocations {
      for place in 0..<repetitions {
        sample.session.frame(at: sample.times[place % sample.times.count], into: &frame)
      }
    }
    keep(frame)
    return report("\(repetitions) frames, \(state), \(count) pages", found, isPassed: found == 0)
  }

  /// Checks the calls that a host makes between two frames.
  static func checkCalls(of count: Int) throws -> Bool {
    var session = try SampleGallery(count: count, state: .scroll).session
    let viewport = session.viewport
    let start = session.time + .seconds(1)
    _ = session.advance(to: start)
    try session.drag(translation: 0, at: start)
    // The first call may allocate.
    keep(session.advance(to: start))
    keep(session.hitTest(location: .zero, at: start))
    let advances = allocations {
      for place in 0..<repetitions {
        keep(session.advance(to: start + .nanoseconds(place)))
      }
    }
    let drags = try allocations {
      for place in 0..<repetitions {
        let time = start + .nanoseconds(repetitions + place)
        try session.drag(translation: Double(place % 7) - 3, at: time)
      }
    }
    let resizes = try allocations {
      for _ in 0..<repetitions { try session.setViewport(viewport, at: start + .seconds(10)) }
    }
    let hits = allocations {
      for place in 0..<repetitions {
        keep(
          session.hitTest(location: Point(x: Double(place % 375), y: 33), at: start + .seconds(10)))
      }
    }
    return report("\(repetitions) advances, \(count) pages", advances, isPassed: advances == 0)
      && report("\(repetitions) moves of a finger, \(count) pages", drags, isPassed: drags == 0)
      && report("\(repetitions) resizes, \(count) pages", resizes, isPassed: resizes == 0)
      && report("\(repetitions) hit tests, \(count) pages", hits, isPassed: hits == 0)
  }

  /// Checks that a page with a known shape takes at most 24 bytes.
  static func checkMemory() throws -> Bool {
    let count = 1_000_000
    // The pages are created first, because they belong to the caller.
    let pages = try (0..<count).map { index in
      Page(id: PageID(UInt64(index)), size: try PageShape(aspectRatio: 1 + Double(index)))
    }
    let before = cbench_used_memory()
    let session = try GallerySession(pages: pages, viewport: .zero)
    let perPage = Double(cbench_used_memory() - before) / Double(count)
    keep((session, pages))
    let isPassed = perPage > 0 && perPage <= 24.1
    print("\(isPassed ? "ok    " : "FAILED") \(perPage) bytes for each of \(count) pages")
    return isPassed
  }

  static func report(_ what: String, _ found: UInt64, isPassed: Bool) -> Bool {
    print("\(isPassed ? "ok    " : "FAILED") \(found) allocations: \(what)")
    return isPassed
  }
}
