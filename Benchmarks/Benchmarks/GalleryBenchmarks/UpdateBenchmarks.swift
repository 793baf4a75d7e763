// SPDX-License-Identifier: Apache-2.0

import Benchmark
import GalleryModel
import SampleGalleries

/// Changes of the pages without animation, with a host that answers at once.
func updateBenchmarks() {
  for count in counts {
    Benchmark("enqueueAndCancel-N=\(count)") { benchmark in
      var session = try SampleGallery.restingSession(count: count, width: 375)
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        let ticket = session.enqueue(.delete(.index(place % count)), at: .zero)
        blackHole(session.cancel(ticket, at: .zero))
      }
    }
    for (name, isFront) in [("front", true), ("end", false)] {
      Benchmark("deleteAndInsert-\(name)-N=\(count)", configuration: .init(scalingFactor: .one)) {
        benchmark in
        var session = try SampleGallery.restingSession(count: count, width: 375)
        session.setReducedMotion(true, at: .zero)
        let index = isFront ? 0 : count - 1
        let page = Page(id: session.pageIDs[index])
        benchmark.startMeasurement()
        for _ in benchmark.scaledIterations {
          session.enqueue(.delete(.index(index)), at: session.time)
          commitAll(in: &session)
          session.enqueue(.insert(page, at: index), at: session.time)
          commitAll(in: &session)
        }
        blackHole(session)
      }
    }
  }
  Benchmark("drain-requests=1000-N=100000", configuration: .init(scalingFactor: .one)) {
    benchmark in
    var session = try SampleGallery.restingSession(count: 100_000, width: 375)
    for place in 0..<1000 {
      session.enqueue(.delete(.id(session.pageIDs[place * 97])), at: .zero)
    }
    benchmark.startMeasurement()
    session.drain(at: .zero)
    commitAll(in: &session)
    benchmark.stopMeasurement()
    precondition(session.count == 99_000)
  }
}

/// Answers all questions to change the pages with a success.
private func commitAll(in session: inout GallerySession) {
  repeat {
    blackHole(session.advance(to: session.time))
    guard let transaction = session.waitingTransaction else { return }
    session.resolveCommit(transaction, .success, at: session.time)
  } while true
}
