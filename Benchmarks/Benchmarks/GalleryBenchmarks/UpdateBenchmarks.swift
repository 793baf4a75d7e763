// SPDX-License-Identifier: Apache-2.0

import Benchmark
import GalleryModel
import SampleGalleries

/// Changes of the pages without animation, with a host that answers immediately.
func updateBenchmarks() {
  for count in counts {
    Benchmark("enqueue-N=\(count)", configuration: .init(scalingFactor: .one)) { benchmark in
      var session = try busySession(count: count)
      let index = count / 2
      benchmark.startMeasurement()
      // As many changes as may be queued.
      for place in 0..<1000 {
        session.enqueue(.replace(.index((index + place) % count), with: nil), at: session.time)
      }
      benchmark.stopMeasurement()
      blackHole(session)
    }
    Benchmark("enqueueAndCancel-N=\(count)") { benchmark in
      var session = try busySession(count: count)
      for place in 0..<500 {
        session.enqueue(.insert(Page(id: PageID(UInt64(place) + 1)), at: 0), at: session.time)
      }
      benchmark.startMeasurement()
      for place in benchmark.scaledIterations {
        let ticket = session.enqueue(.delete(.index(place % count)), at: session.time)
        blackHole(session.cancel(ticket, at: session.time))
      }
    }
    for (name, isFront) in [("front", true), ("end", false)] {
      Benchmark("commitDeletion-\(name)-N=\(count)", configuration: .init(scalingFactor: .one)) {
        benchmark in
        var session = try SampleGallery.restingSession(count: count, width: 375)
        session.setReducedMotion(true, at: .zero)
        let index = isFront ? 0 : count - 1
        // Uniquely referenced storage is not copied.
        session.enqueue(.insert(Page(id: 1), at: index), at: session.time)
        commitAll(in: &session)
        benchmark.startMeasurement()
        session.enqueue(.delete(.index(index)), at: session.time)
        commitAll(in: &session)
        benchmark.stopMeasurement()
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

/// Returns a gallery with a change in progress, so that all others wait.
private func busySession(count: Int) throws -> GallerySession {
  var session = try SampleGallery.restingSession(count: count, width: 375)
  session.enqueue(.move(.index(0), to: count - 1), at: .zero)
  blackHole(session.advance(to: .milliseconds(1)))
  return session
}

/// Answers all requests to change the pages with success.
private func commitAll(in session: inout GallerySession) {
  repeat {
    blackHole(session.advance(to: session.time))
    guard let transaction = session.waitingTransaction else { return }
    session.resolveCommit(transaction, .success, at: session.time)
  } while true
}
