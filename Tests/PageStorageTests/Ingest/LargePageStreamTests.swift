// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import PageImaging
import Synchronization
import Testing

@testable import PageStorage

/// Pages that arrive in pieces and are announced as large, so that each of them wants a buffer.
@Suite struct LargePageStreamTests {
  private let folder: TestFolder
  private let byteCount = 300_000

  init() throws { folder = try TestFolder(onDisk: true) }

  private func page(_ number: Int) -> [UInt8] {
    var random = SeededGenerator(seed: UInt64(number))
    return (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// More pages than there are buffers, each of which keeps its own until all have begun.
  @Test func pagesBeyondTheBuffersAreStoredAsWell() async throws {
    let store = try await folder.open()
    let count = StreamBuffer.count + 4
    let begun = Mutex(0)
    let (hasAll, all) = AsyncStream.makeStream(of: Void.self)
    let staged = try await withThrowingTaskGroup(of: (Int, StagedPage).self) { group in
      let streams = (0..<count).map { _ in AsyncStream.makeStream(of: [UInt8].self) }
      for (number, (stream, source)) in streams.enumerated() {
        source.yield(Array(page(number).prefix(100_000)))
        let pieces = stream.map { piece in
          if begun.withLock({
            $0 += 1; return $0
          }) == count {
            all.finish()
          }
          return piece
        }
        group.addTask { [byteCount] in
          (
            number,
            try await store.stage(
              .stream(pieces, byteCount: byteCount), unreadable: .keepAsDamaged)
          )
        }
      }
      for await _ in hasAll {}
      for (number, (_, source)) in streams.enumerated() {
        source.yield(Array(page(number).dropFirst(100_000)))
        source.finish()
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    let document = try await store.createDocument(title: "").id
    for number in 0..<count {
      let page = try #require(staged[number])
      let stored = try await store.insert([page], at: nil, of: document)
      #expect(try await store.bytes(of: stored[0].id) == self.page(number))
    }
    #expect(StreamBuffer.idleCount <= StreamBuffer.idleLimit)
  }

  @Test(arguments: [-1, 1, 4_096, 5_000])
  func otherNumberOfBytesThanAnnouncedIsRefused(difference: Int) async throws {
    let store = try await folder.open()
    let bytes = (page(0) + page(1)).prefix(byteCount + difference)
    let pieces = PageStreamTests.Pieces(
      stride(from: 0, to: bytes.count, by: 70_000).map {
        Array(bytes[$0..<min($0 + 70_000, bytes.count)])
      })
    let found = difference < 0 ? "\(bytes.count)" : "more"
    let error = PageStoreError.streamFailed(
      message: "\(byteCount) bytes were expected, but \(found) arrived")
    await #expect(throws: error) {
      try await store.stage(
        .stream(pieces, byteCount: byteCount), unreadable: .keepAsDamaged)
    }
    #expect(folder.files(below: "incoming").isEmpty)
  }

  @Test(.timeLimit(.minutes(2))) func pageThatFailsInTheMiddleLeavesNothingBehind() async throws {
    struct Broken: Error {}
    let store = try await folder.open()
    let bytes = page(0)
    // Many more than there are buffers: each of them gives its own back.
    for _ in 0..<2 * StreamBuffer.count {
      let (pieces, source) = AsyncThrowingStream.makeStream(of: [UInt8].self)
      source.yield(Array(bytes.prefix(200_000)))
      source.finish(throwing: Broken())
      await #expect(throws: PageStoreError.streamFailed(message: "Broken()")) {
        try await store.stage(
          .stream(pieces, byteCount: byteCount), unreadable: .keepAsDamaged)
      }
    }
    #expect(folder.files(below: "incoming").isEmpty)
    // Tests beside this one may use all buffers for a moment. Those that are lost never come back.
    while StreamBuffer.usedCount == StreamBuffer.count {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test func imageThatExceedsALimitIsRefusedBeforeItIsWritten() async throws {
    let store = try await folder.open { $0.limits.pixelCount = 5 }
    let bytes = TestPage.png(0) + [UInt8](repeating: 0, count: byteCount)
    let pieces = PageStreamTests.Pieces(
      stride(from: 0, to: bytes.count, by: 1_000).map {
        Array(bytes[$0..<min($0 + 1_000, bytes.count)])
      })
    let error = PageStoreError.refused(.limitExceeded(limit: .pixelCount, found: 6, allowed: 5))
    await #expect(throws: error) {
      try await store.stage(.stream(pieces, byteCount: bytes.count))
    }
    #expect(pieces.takenCount == 5, "4 KiB tell it")
  }
}
