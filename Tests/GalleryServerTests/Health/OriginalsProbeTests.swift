// SPDX-License-Identifier: Apache-2.0

import Logging
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

struct OriginalsProbeTests {
  private let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// The number of looks that are made at most on a machine that is as slow as it was.
  private static func lookLimit(since start: ContinuousClock.Instant) -> Int {
    1 + Int((ContinuousClock.now - start) / OriginalsProbe.maximumAge)
  }

  @Test func whatWasFoundIsKeptForASecond() async throws {
    let failure = Mutex<PageStoreError?>(nil)
    let count = Mutex(0)
    let start = ContinuousClock.now
    let probe = OriginalsProbe(patience: nil) {
      count.withLock { $0 += 1 }
      if let error = failure.withLock(\.self) { throw error }
    }
    #expect(await probe.areAvailable(logger))
    failure.withLock { $0 = .closed }
    for _ in 0..<20 { _ = await probe.areAvailable(logger) }
    #expect(count.withLock(\.self) <= Self.lookLimit(since: start))
    try await Task.sleep(for: OriginalsProbe.maximumAge)
    #expect(await !probe.areAvailable(logger))
  }

  @Test func thoseWhoAskAtOnceShareOneLook() async {
    let count = Mutex(0)
    let start = ContinuousClock.now
    let probe = OriginalsProbe(patience: .seconds(600)) {
      count.withLock { $0 += 1 }
      try await Task.sleep(for: .milliseconds(50))
    }
    let answers = await withTaskGroup { [logger] group in
      for _ in 0..<16 { group.addTask { await probe.areAvailable(logger) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: true, count: 16))
    #expect(count.withLock(\.self) <= Self.lookLimit(since: start))
  }

  @Test func originalsThatDoNotAnswerAreUnavailable() async {
    let (gate, opening) = AsyncStream.makeStream(of: Never.self)
    let probe = OriginalsProbe(patience: .milliseconds(50)) { for await _ in gate {} }
    #expect(await !probe.areAvailable(logger))
    opening.finish()
  }
}
