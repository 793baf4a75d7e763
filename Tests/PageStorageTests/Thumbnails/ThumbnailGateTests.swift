// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestData
import Synchronization
import Testing

@testable import PageStorage

@Suite struct ThumbnailGateTests {
  private func key(_ number: Int) -> ThumbnailKey {
    var digest = ContentDigestBuilder()
    digest.add([UInt8(number)])
    return ThumbnailKey(
      digest: digest.digest, rotation: .none, style: .strip(height: 10 + number))
  }

  private func thumbnail(_ number: Int) -> Thumbnail {
    Thumbnail(
      bytes: [UInt8(number)], size: PixelSize(width: 1, height: 1 + number), isDamaged: false)
  }

  /// Computations that end when they are told to.
  private final class Computations: Sendable {
    private let state = Mutex<(begun: [Int], waiting: [Int: CheckedContinuation<Void, Never>])>(
      ([], [:]))

    /// The numbers in the order in which they began.
    var begun: [Int] { state.withLock(\.begun) }

    func run(_ number: Int) async {
      await withCheckedContinuation { waiter in
        state.withLock { state in
          state.begun.append(number)
          state.waiting[number] = waiter
        }
      }
    }

    func end(_ number: Int) async {
      while true {
        if let waiter = state.withLock({ $0.waiting.removeValue(forKey: number) }) {
          return waiter.resume()
        }
        await Task.yield()
      }
    }
  }

  private func until(_ condition: () -> Bool) async {
    while !condition() { await Task.yield() }
  }

  private func request(
    _ number: Int, _ gate: ThumbnailGate, _ computations: Computations, isLarge: Bool = false
  ) -> Task<Thumbnail, any Error> {
    let (key, thumbnail) = (key(number), thumbnail(number))
    return Task {
      try await gate.thumbnail(key, isLarge: isLarge) { () throws(PageStoreError) in
        await computations.run(number)
        return thumbnail
      }
    }
  }

  @Test func theNewestRequestIsNext() async throws {
    let (gate, computations) = (ThumbnailGate(width: 1, queueLimit: 10), Computations())
    var tasks: [Task<Thumbnail, any Error>] = []
    for number in 0..<4 {
      tasks.append(request(number, gate, computations))
      await until { computations.begun.count + gate.waitingCount == number + 1 }
    }
    // Requested again: now it is the newest one, and still made once.
    tasks.append(request(1, gate, computations))
    await Task.yield()
    await until { gate.requestCount(for: key(1)) == 2 }
    for number in [0, 1, 3, 2] { await computations.end(number) }
    for (task, number) in zip(tasks, [0, 1, 2, 3, 1]) {
      #expect(try await task.value == thumbnail(number))
    }
    #expect(computations.begun == [0, 1, 3, 2])
    #expect(gate.computationCount == 4 && gate.waitingCount == 0)
  }

  /// Large ones wait for each other, and delay no others.
  @Test func largeOnesAreMadeOneAtATime() async throws {
    let (gate, computations) = (ThumbnailGate(width: 2, queueLimit: 10), Computations())
    var tasks: [Task<Thumbnail, any Error>] = []
    for (number, isLarge) in [true, true, false, false, true].enumerated() {
      tasks.append(request(number, gate, computations, isLarge: isLarge))
      await until { computations.begun.count + gate.waitingCount == number + 1 }
    }
    #expect(computations.begun == [0, 2])
    await computations.end(2)
    await until { computations.begun.count == 3 }
    await computations.end(3)
    await until { gate.runningCount == 1 }
    #expect(computations.begun == [0, 2, 3] && gate.waitingCount == 2)
    for number in [0, 4, 1] { await computations.end(number) }
    for (number, task) in tasks.enumerated() {
      #expect(try await task.value == thumbnail(number))
    }
    #expect(computations.begun == [0, 2, 3, 4, 1])
  }

  /// Small and large ones in random order: all are made, within both limits.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func randomRequestsKeepTheLimits(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let width = Int.random(in: 1...3, using: &random)
    let (gate, computations) = (ThumbnailGate(width: width, queueLimit: 100), Computations())
    let areLarge = (0..<20).map { _ in Bool.random(using: &random) }
    var tasks: [Task<Thumbnail, any Error>] = []
    var running: [Int] = []
    for (number, isLarge) in areLarge.enumerated() {
      tasks.append(request(number, gate, computations, isLarge: isLarge))
      await until { computations.begun.count + gate.waitingCount == number + 1 }
    }
    var ended: Set<Int> = []
    while ended.count < areLarge.count {
      await until { computations.begun.count - ended.count == gate.runningCount }
      running = computations.begun.filter { !ended.contains($0) }
      #expect(running.count <= width && running.count { areLarge[$0] } <= 1)
      let next = try #require(running.randomElement(using: &random), "nothing is made any more")
      await computations.end(next)
      ended.insert(next)
      _ = try await tasks[next].value
    }
    #expect(gate.runningCount == 0 && gate.waitingCount == 0)
  }

  @Test func onlySoManyRunAtTheSameTime() async throws {
    let (gate, computations) = (ThumbnailGate(width: 3, queueLimit: 100), Computations())
    let tasks = (0..<20).map { request($0, gate, computations) }
    await until { computations.begun.count + gate.waitingCount == 20 }
    #expect(computations.begun.count == 3)
    var ended: Set<Int> = []
    while ended.count < 20 {
      guard let next = computations.begun.first(where: { !ended.contains($0) }) else {
        await Task.yield()
        continue
      }
      #expect(computations.begun.count - ended.count <= 3)
      await computations.end(next)
      ended.insert(next)
    }
    for task in tasks { _ = try await task.value }
  }

  @Test func aRequestTooManyIsRefused() async throws {
    let (gate, computations) = (ThumbnailGate(width: 1, queueLimit: 2), Computations())
    let tasks = (0..<3).map { request($0, gate, computations) }
    await until { computations.begun.count + gate.waitingCount == 3 }
    await #expect(throws: PageStoreError.busy(waiting: 2)) {
      try await request(3, gate, computations).value
    }
    // A thumbnail that is requested already takes no further room.
    let again = request(2, gate, computations)
    // If it came after the others have ended, it would be a computation of its own, which nobody ends.
    await until { gate.requestCount(for: key(2)) == 2 }
    for ended in 0..<3 {
      await until { computations.begun.count > ended }
      await computations.end(computations.begun[ended])
    }
    for task in tasks { _ = try await task.value }
    #expect(try await again.value == thumbnail(2))
  }

  @Test func whatNobodyWaitsForIsNotMade() async throws {
    let (gate, computations) = (ThumbnailGate(width: 1, queueLimit: 10), Computations())
    let first = request(0, gate, computations)
    await until { computations.begun == [0] }
    let (second, third) = (request(1, gate, computations), request(2, gate, computations))
    await until { gate.waitingCount == 2 }
    second.cancel()
    await #expect(throws: PageStoreError.cancelled) { try await second.value }
    #expect(gate.waitingCount == 1)
    // The running one is finished, and its caller does not wait for it.
    first.cancel()
    await #expect(throws: PageStoreError.cancelled) { try await first.value }
    await computations.end(0)
    await computations.end(2)
    #expect(try await third.value == thumbnail(2))
    #expect(computations.begun == [0, 2])
  }

  @Test func whatNobodyWaitsForIsMadeWhenNothingElseIs() async throws {
    let (gate, computations) = (ThumbnailGate(width: 2, queueLimit: 10), Computations())
    func prepare(_ number: Int) {
      let thumbnail = thumbnail(number)
      gate.prepare(key(number)) { () throws(PageStoreError) in
        await computations.run(number)
        return thumbnail
      }
    }
    for number in [0, 1, 2, 3] { prepare(number) }
    await until { computations.begun == [0] }
    // One that is being made is joined; others that are requested are next.
    let (joining, first) = (request(0, gate, computations), request(4, gate, computations))
    await until { computations.begun == [0, 4] }
    let second = request(1, gate, computations)
    await until { gate.requestCount(for: key(0)) == 1 && gate.waitingCount == 1 }
    await computations.end(0)
    #expect(try await joining.value == thumbnail(0))
    await until { computations.begun == [0, 4, 1] }
    await computations.end(4)
    _ = try await first.value
    #expect(computations.begun == [0, 4, 1])
    await computations.end(1)
    #expect(try await second.value == thumbnail(1))
    // In its own turn it would be found in the cache.
    await computations.end(1)
    await until { computations.begun == [0, 4, 1, 1, 2] }
    gate.removePrepared()
    await computations.end(2)
    let last = request(5, gate, computations)
    await computations.end(5)
    #expect(try await last.value == thumbnail(5))
    #expect(computations.begun == [0, 4, 1, 1, 2, 5])
  }

  @Test func anErrorReachesAllCallers() async throws {
    let gate = ThumbnailGate(width: 1, queueLimit: 10)
    let error = PageStoreError.io(operation: "read", errno: 5)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask {
          await #expect(throws: error) {
            try await gate.thumbnail(key(1)) { () throws(PageStoreError) in throw error }
          }
        }
      }
    }
  }
}
