// SPDX-License-Identifier: Apache-2.0

import Benchmark
import GalleryCompanions
import GalleryModel
import SampleGalleries

/// One frame of each of the other interactions in motion, into reused storage.
///
/// To free a million pages is not measured.
func companionBenchmarks() {
  let times = SampleCompanions.times
  for count in counts {
    Benchmark("cardStack.frame-N=\(count)") { benchmark in
      let stack = try SampleCompanions.cardStack(count: count)
      var frame = stack.frame(at: times[0])
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        stack.frame(at: times[place & 1023], into: &frame)
        blackHole(frame.cards.count)
      }
      benchmark.stopMeasurement()
      blackHole(stack)
    }
    Benchmark("cardStack.swipeAndUndo-N=\(count)") { benchmark in
      var stack = try SampleCompanions.cardStack(count: count)
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        let time = Duration.milliseconds(200 + place)
        stack.swipe(.right, at: time)
        stack.undo(at: time)
        blackHole(stack.advance(to: time))
      }
      benchmark.stopMeasurement()
      blackHole(stack)
    }
    Benchmark("splitSelector.frame-N=\(count)") { benchmark in
      let selector = try SampleCompanions.splitSelector(count: count)
      var frame = selector.frame(at: times[0])
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        selector.frame(at: times[place & 1023], into: &frame)
        blackHole(frame.left.count)
      }
      benchmark.stopMeasurement()
      blackHole(selector)
    }
    Benchmark("drawer.frame-N=\(count)") { benchmark in
      let drawer = try SampleCompanions.drawer(count: count)
      var frame = drawer.frame(at: times[0])
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        drawer.frame(at: times[place & 1023], into: &frame)
        blackHole(frame.height)
      }
    }
    Benchmark("zoom.frame-N=\(count)") { benchmark in
      let zoom = try SampleCompanions.zoom(count: count)
      var frame = zoom.frame(at: times[0])
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        zoom.frame(at: times[place & 1023], into: &frame)
        blackHole(frame.scale)
      }
    }
    Benchmark("appearance.sampleAndLook-pages=10-N=\(count)") { benchmark in
      var (tracker, visible) = try SampleCompanions.appearance(count: count)
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        let time = times[place & 1023]
        tracker.sample(visible, at: times[0])
        for item in visible { blackHole(tracker.appearance(of: item.page, at: time)) }
      }
      benchmark.stopMeasurement()
      blackHole(tracker)
    }
  }
}
