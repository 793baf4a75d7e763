// SPDX-License-Identifier: Apache-2.0

import Benchmark
import GalleryModel
import SampleGalleries
import TextbookStrip

let counts = [10, 1_000, 1_000_000]

let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = .init(
    metrics: [.cpuTotal, .wallClock, .throughput],
    scalingFactor: .kilo,
    maxDuration: .seconds(1),
    maxIterations: 2_000
  )
  frameBenchmarks()
  callBenchmarks()
  updateBenchmarks()
  companionBenchmarks()
  textbookBenchmarks()
}

/// One whole frame, preview and strip, into reused storage.
func frameBenchmarks() {
  for width in [375.0, 1920] {
    for state in SampleGallery.State.allCases {
      for count in counts {
        Benchmark("frame-\(state)-width=\(Int(width))-N=\(count)") { benchmark in
          let sample = try SampleGallery(count: count, width: width, state: state)
          var frame = sample.session.frame(at: sample.times[0])
          benchmark.startMeasurement()
          for place in benchmark.scaledIterations {
            sample.session.frame(at: sample.times[place & 1023], into: &frame)
            blackHole(frame.strip.count)
          }
          // Releasing a million pages takes longer than the frames.
          benchmark.stopMeasurement()
          withExtendedLifetime(sample) {}
        }
      }
    }
  }
}

/// The calls that a host makes between two frames.
func callBenchmarks() {
  for count in counts {
    Benchmark("advance-rest-N=\(count)") { benchmark in
      var session = try SampleGallery(count: count, state: .rest).session
      let start = session.time
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        blackHole(session.advance(to: start + .microseconds(place)))
      }
    }
    Benchmark("advance-fling-N=\(count)") { benchmark in
      let sample = try SampleGallery(count: count, state: .fling)
      var session = sample.session
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        blackHole(session.advance(to: sample.times[place & 1023]))
      }
    }
    Benchmark("drag-N=\(count)") { benchmark in
      var session = try SampleGallery(count: count, state: .scroll).session
      let start = session.time
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        try session.drag(translation: Double(place & 63), at: start + .microseconds(place))
      }
      blackHole(session)
    }
    Benchmark("setViewport-N=\(count)") { benchmark in
      var session = try SampleGallery(count: count, state: .rest).session
      let (start, viewport) = (session.time, session.viewport)
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        try session.setViewport(viewport, at: start + .microseconds(place))
      }
      blackHole(session)
    }
    Benchmark("hitTest-N=\(count)") { benchmark in
      let sample = try SampleGallery(count: count, state: .scroll)
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        let point = Point(x: Double(place % 375), y: 33)
        blackHole(sample.session.hitTest(location: point, at: sample.times[0]))
      }
    }
  }
}

/// The strip alone, compared with the algorithm that sums over all cells.
///
/// At a million pages that algorithm would take hours.
func textbookBenchmarks() {
  let viewport = Size(width: 375, height: 66)
  for count in [10, 1_000] {
    let ratios = (0..<count).map { [0.7071, 1.4142, 0.75, 0.2, 5][$0 % 5] }
    Benchmark(
      "strip-textbook-N=\(count)", configuration: .init(scalingFactor: count > 10 ? .one : .kilo)
    ) { benchmark in
      let strip = TextbookStrip(ratios: ratios, viewport: viewport)
      try expectSameFrames(strip, ratios, viewport)
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        blackHole(strip.visibleFrames(at: Double(count / 2) + Double(place & 1023) / 1024))
      }
    }
  }
  for count in counts {
    let ratios = (0..<count).map { [0.7071, 1.4142, 0.75, 0.2, 5][$0 % 5] }
    Benchmark("strip-closedForm-N=\(count)") { benchmark in
      let layout = try ThumbnailStripLayout(viewportSize: viewport)
      var elements = [LayoutAttributes]()
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        let position = Double(count / 2) + Double(place & 1023) / 1024
        elements.removeAll(keepingCapacity: true)
        layout.arrangement(
          of: try .init(position: position), itemCount: count, aspectRatio: { ratios[$0] }
        ).appendLayoutAttributesForElements(to: &elements)
        blackHole(elements.count)
      }
    }
  }
}

/// Ends the program if the baseline differs from the strip of the layout.
func expectSameFrames(_ baseline: TextbookStrip, _ ratios: [Double], _ viewport: Size) throws {
  let layout = try ThumbnailStripLayout(viewportSize: viewport)
  for position in [-0.5, 0, 2.25, Double(ratios.count / 2) + 0.7, Double(ratios.count)] {
    let frames = baseline.visibleFrames(at: position)
    let elements = layout.arrangement(
      of: try .init(position: position), itemCount: ratios.count, aspectRatio: { ratios[$0] }
    ).layoutAttributesForElements()
    precondition(frames.count == elements.count, "the baseline and the layout show different items")
    for (frame, element) in zip(frames, elements) {
      precondition(abs(frame.minX - element.frame.minX) < 1e-9, "the left edges differ")
      precondition(abs(frame.maxX - element.frame.maxX) < 1e-9, "the right edges differ")
    }
  }
}
