// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Hummingbird
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import GalleryServer

@Suite(.timeLimit(.minutes(60))) struct ResponseTurnsTests {
  private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<30_000 where !condition() { try await Task.sleep(for: .milliseconds(1)) }
    try #require(condition())
  }

  @Test func turnsBeginInTheirOrder() async throws {
    let turns = ResponseTurns(count: 1, longestWait: .seconds(3600))
    var turn = await turns.take()
    let order = Notes()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...3 {
        group.addTask {
          let turn = await turns.take()
          order.numbers.withLock { $0.append(turn == nil ? 0 : number) }
        }
        try await wait { turns.waitingCount == number }
      }
      #expect(turn != nil && order.all.isEmpty)
      turn = nil
      try await group.waitForAll()
    }
    #expect(order.all == [1, 2, 3])
    #expect(await turns.take() != nil)
  }

  @Test func aCancelledRequestNeedsNoTurn() async throws {
    let turns = ResponseTurns(count: 1, longestWait: .seconds(3600))
    let turn = await turns.take()
    let waiter = Task { await turns.take() }
    try await wait { turns.waitingCount == 1 }
    waiter.cancel()
    #expect(await waiter.value == nil)
    #expect(turns.waitingCount == 0)
    withExtendedLifetime(turn) {}
  }

  /// A client that resets its stream leaves its place to the other requests of the connection.
  @Test func theEndOfAStreamEndsItsWait() async throws {
    let turns = ResponseTurns(count: 1, longestWait: .seconds(3600))
    let turn = await turns.take()
    let loop = NIOAsyncTestingEventLoop()
    let stream = loop.makePromise(of: Void.self)
    let end = stream.futureResult
    let waiter = Task { await turns.take(until: end) }
    try await wait { turns.waitingCount == 1 }
    stream.succeed()
    await loop.run()
    #expect(await waiter.value == nil)
    #expect(turns.waitingCount == 0)
    withExtendedLifetime(turn) {}
    await loop.shutdownGracefully()
  }

  @Test func waitingHasALimit() async throws {
    let turns = ResponseTurns(count: 1, longestWait: .milliseconds(1))
    let turn = await turns.take()
    #expect(await turns.take() == nil)
    #expect(turns.waitingCount == 0)
    withExtendedLifetime(turn) {}
    #expect(Problem.noTurn.code.status == .serviceUnavailable)
  }

  /// Tasks take, keep, and give up turns in any order: never more than their number at a time, and none is lost.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func noTurnIsLost(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...4, using: &random)
    let turns = ResponseTurns(count: count, longestWait: .seconds(3600))
    let running = Notes()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        let isGivenUp = random.chance(0.3)
        let pause = Int.random(in: 0...300, using: &random)
        group.addTask {
          let task = Task {
            guard let turn = await turns.take() else { return }
            running.begin()
            await Task.yield()
            running.end()
            withExtendedLifetime(turn) {}
          }
          try? await Task.sleep(for: .microseconds(pause))
          if isGivenUp { task.cancel() }
          await task.value
        }
      }
    }
    #expect(running.all.allSatisfy { $0 <= count })
    #expect(turns.waitingCount == 0)
    var all: [ResponseTurns.Turn?] = []
    for _ in 0..<count {
      // A turn that was lost is never free.
      let task = Task { await turns.take() }
      try await wait { turns.waitingCount == 0 }
      all.append(await task.value)
    }
    #expect(all.allSatisfy { $0 != nil })
  }

  @Test(arguments: [(64 << 10, true), ((64 << 10) + 1, false)])
  func shortResponsesEndTheirTurn(byteCount: Int, isFree: Bool) async throws {
    let turns = ResponseTurns(count: 1, longestWait: .milliseconds(isFree ? 3_600_000 : 20))
    var response = Response(
      status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(repeating: 1, count: byteCount)))
    if let turn = await turns.take() { response.keep(turn) }
    #expect(await (turns.take() != nil) == isFree)
    #expect(response.body.contentLength == byteCount)
    response.body = ResponseBody()
    #expect(await turns.take() != nil)
  }

  /// A body in pieces, each of which waits for the connection, keeps its turn until the last one was written.
  @Test func aLongBodyKeepsItsTurnToItsEnd() async throws {
    let turns = ResponseTurns(count: 1, longestWait: .milliseconds(20))
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    var response = Response(
      status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    if let turn = await turns.take() { response.keep(turn) }
    let body = response.body
    response.body = ResponseBody()
    let (written, frees) = (Notes(), Notes())
    let connection = CurrentConnection(
      invite: {},
      catchUp: { frees.add(await turns.take() == nil ? 0 : 1) })
    try await CurrentConnection.$value.withValue(connection) {
      try await body.write(CollectingWriter(written: written))
    }
    #expect(written.all == bytes.map(Int.init))
    #expect(frees.all == Array(repeating: 0, count: 7))
  }
}

/// What tasks note.
private final class Notes: Sendable {
  let numbers = Mutex<[Int]>([])
  private let runningCount = Atomic(0)

  var all: [Int] { numbers.withLock(\.self) }

  func add(_ number: Int) { numbers.withLock { $0.append(number) } }

  /// Notes the number of those that have begun and not ended.
  func begin() { add(runningCount.add(1, ordering: .relaxed).newValue) }

  func end() { runningCount.subtract(1, ordering: .relaxed) }
}

/// Keeps the bytes of a body.
private struct CollectingWriter: ResponseBodyWriter {
  let written: Notes

  mutating func write(_ buffer: ByteBuffer) async throws {
    written.numbers.withLock { $0 += buffer.readableBytesView.map(Int.init) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
