// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Hummingbird
import NIOCore
import Synchronization
import Testing

@testable import GalleryServer

struct ResponseTurnsTests {
  private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<30_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
    try #require(condition())
  }

  @Test func turnsBeginInTheirOrder() async throws {
    let turns = ResponseTurns(count: 1)
    var turn: ResponseTurns.Turn? = try await turns.take()
    let order = Notes()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...3 {
        group.addTask {
          let turn = try await turns.take()
          order.numbers.withLock { $0.append(number) }
          withExtendedLifetime(turn) {}
        }
        try await wait { turns.waitingCount == number }
      }
      #expect(turn != nil && order.all.isEmpty)
      turn = nil
      try await group.waitForAll()
    }
    #expect(order.all == [1, 2, 3])
    _ = try await turns.take()
  }

  @Test func aCancelledRequestNeedsNoTurn() async throws {
    let turns = ResponseTurns(count: 1)
    let turn = try await turns.take()
    let waiter = Task { _ = try await turns.take() }
    try await wait { turns.waitingCount == 1 }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    #expect(turns.waitingCount == 0)
    withExtendedLifetime(turn) {}
  }

  /// Tasks take, keep, and give up turns in any order: never more than their number at a time, and none is lost.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func noTurnIsLost(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...4, using: &random)
    let turns = ResponseTurns(count: count)
    let running = Notes()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        let isGivenUp = random.chance(0.3)
        let pause = Int.random(in: 0...300, using: &random)
        group.addTask {
          let task = Task {
            let turn = try await turns.take()
            running.begin()
            await Task.yield()
            running.end()
            withExtendedLifetime(turn) {}
          }
          try? await Task.sleep(for: .microseconds(pause))
          if isGivenUp { task.cancel() }
          _ = await task.result
        }
      }
    }
    #expect(running.all.allSatisfy { $0 <= count })
    #expect(turns.waitingCount == 0)
    var all: [ResponseTurns.Turn] = []
    for _ in 0..<count { all.append(try await turns.take()) }
    #expect(all.count == count)
  }

  @Test(arguments: [(64 << 10, true), ((64 << 10) + 1, false)])
  func shortResponsesEndTheirTurn(byteCount: Int, isFree: Bool) async throws {
    let turns = ResponseTurns(count: 1)
    var response = Response(
      status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 1, count: byteCount)))
    response.keep(try await turns.take())
    let next = Task { _ = try await turns.take() }
    if !isFree {
      try await wait { turns.waitingCount == 1 }
      #expect(response.body.contentLength == byteCount)
      response.body = ResponseBody()
    }
    try await next.value
  }
}

/// What tasks note.
private final class Notes: Sendable {
  let numbers = Mutex<[Int]>([])
  private let runningCount = Atomic(0)

  var all: [Int] { numbers.withLock(\.self) }

  /// Notes the number of those that have begun and not ended.
  func begin() {
    let count = runningCount.add(1, ordering: .relaxed).newValue
    numbers.withLock { $0.append(count) }
  }

  func end() { runningCount.subtract(1, ordering: .relaxed) }
}
