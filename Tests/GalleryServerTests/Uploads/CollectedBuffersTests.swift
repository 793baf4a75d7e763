// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import NIOCore
import Testing

@testable import GalleryServer

struct CollectedBuffersTests {
  /// Collects parts of given lengths, and returns the lengths of the results and all bytes.
  private func collect(_ lengths: [Int]) async throws -> (lengths: [Int], bytes: [UInt8]) {
    var number: UInt8 = 0
    let parts = lengths.map { length in
      ByteBuffer(
        bytes: (0..<length).map { _ in
          number &+= 1
          return number
        })
    }
    let stream = AsyncStream { continuation in
      for part in parts { continuation.yield(part) }
      continuation.finish()
    }
    var (found, bytes): ([Int], [UInt8]) = ([], [])
    for try await buffer in CollectedBuffers(base: stream) {
      found.append(buffer.readableBytes)
      bytes += buffer.readableBytesView
    }
    return (found, bytes)
  }

  @Test func passesTheFirstPartsAsTheyAre() async throws {
    #expect(try await collect([]).lengths == [])
    #expect(try await collect([0]).lengths == [0])
    #expect(try await collect([1, 2, 3]).lengths == [1, 2, 3])
    #expect(try await collect([20_000, 20_000, 5, 6]).lengths == [20_000, 20_000, 11])
  }

  @Test func collectsTheRest() async throws {
    let size = CollectedBuffers<AsyncStream<ByteBuffer>>.byteCount
    let lengths = try await collect(Array(repeating: 10_000, count: 100)).lengths
    #expect(lengths.prefix(4) == Array(repeating: 10_000, count: 4)[...])
    let rest = lengths.dropFirst(4).dropLast()
    #expect(rest.count > 8 && rest.allSatisfy { (size..<size + 10_000).contains($0) })
  }

  @Test func keepsEveryByteInOrder() async throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<60 {
      let count = Int.random(in: 0...30, using: &random)
      let lengths = (0..<count).map { _ in Int.random(in: 0...40_000, using: &random) }
      let (found, bytes) = try await collect(lengths)
      let total = lengths.reduce(0, +)
      #expect(found.reduce(0, +) == total)
      #expect(bytes == (0..<total).map { UInt8(truncatingIfNeeded: $0 + 1) })
    }
  }
}
