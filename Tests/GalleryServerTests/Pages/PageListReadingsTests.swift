// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import NIOCore
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// Lists that several requests read together.
struct PageListReadingsTests {
  /// A source of two portions, the second of which waits until the source is released.
  private final class Source: Sendable {
    let readCount = Mutex(0)
    let begunCount = Mutex(0)
    let portions: [PagesPortion]
    private let release = AsyncStream<Void>.makeStream()

    init() throws {
      let key = try #require(PageKey("AAAAAAAAAAE"))
      portions = (1...2 as ClosedRange<UInt64>).map { id in
        let page = ListedPage(id: PageID(id), aspectRatio: 0.7, key: key)
        return PagesPortion(pages: [page], pageCount: 2, revision: 9, knowledge: 0)
      }
    }

    func open() { release.continuation.finish() }

    func read(_ take: @Sendable (PagesPortion) -> Bool) async {
      readCount.withLock { $0 += 1 }
      guard take(portions[0]) else { return }
      for await _ in release.stream {}
      _ = take(portions[1])
    }
  }

  private let readings = PageListReadings<PageBlocks>()
  private let texts = PageListReadings<PageColumns>()
  private let source: Source

  init() throws { source = try Source() }

  private func version(_ revision: Int, knowledge: Int = 0) -> PageListMemory.Version {
    PageListMemory.Version(
      document: DocumentID(1), revision: revision, knowledge: knowledge)
  }

  private func reading(
    _ version: PageListMemory.Version
  ) async throws -> PageListReading<PageBlocks> {
    try await readings.reading(of: version) { [source] take in await source.read(take) }
  }

  private static func bytes<Form: PageListForm>(
    _ reading: PageListReading<Form>
  ) async throws -> [UInt8] {
    var (bytes, position) = ([UInt8](), Form.start)
    while let portion = try await reading.portion(at: &position) {
      bytes += Array(portion.readableBytesView)
    }
    return bytes
  }

  @Test func requestsAtATimeShareOneReading() async throws {
    let contents = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<20 {
        group.addTask { [self] in
          let reading = try await reading(version(9))
          let begunCount = source.begunCount.withLock { count in
            count += 1
            return count
          }
          // Nobody goes on before all have begun.
          if begunCount == 20 { source.open() }
          return try await Self.bytes(reading)
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(contents.count == 1)
    #expect(source.readCount.withLock(\.self) == 1)
    // Nothing is kept without a request; whoever has passed the last pages may still be at it.
    while readings.count > 0 { await Task.yield() }
  }

  @Test func listIsSharedWhileAClientReceivesIt() async throws {
    source.open()
    let slow = try await reading(version(9))
    let bytes = try await Self.bytes(slow)
    let next = try await reading(version(9))
    #expect(next === slow)
    #expect(try await Self.bytes(next) == bytes)
  }

  @Test func textIsSharedAsWell() async throws {
    source.open()
    let (first, second) = (try await text(), try await text())
    #expect(first === second)
    let bytes = try await Self.bytes(first)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("{"))
    #expect(try await Self.bytes(second) == bytes)
    #expect(source.readCount.withLock(\.self) == 1)
  }

  private func text() async throws -> PageListReading<PageColumns> {
    try await texts.reading(of: version(9)) { [source] take in await source.read(take) }
  }

  @Test func otherVersionsAndUnsoundOnesAreReadApart() async throws {
    source.open()
    let first = try await reading(version(9))
    let later = try await reading(version(10))
    let unsound = try await reading(version(9, knowledge: -1))
    let unsoundAgain = try await reading(version(9, knowledge: -1))
    #expect(first !== later && first !== unsound && unsound !== unsoundAgain)
    #expect(source.readCount.withLock(\.self) == 4)
  }

  @Test func failureIsOfThoseWhoWaitOnly() async throws {
    let failure = PageStoreError.notFound(.document(DocumentID(1)))
    await #expect(throws: failure) {
      try await readings.reading(of: version(9)) { (_) throws(PageStoreError) in throw failure }
    }
    // One that fails after its first pages is not joined, although somebody still has it.
    let broken = try await readings.reading(of: version(9)) {
      [source] (take) throws(PageStoreError) in
      _ = take(source.portions[0])
      throw failure
    }
    await #expect(throws: failure) { try await Self.bytes(broken) }
    source.open()
    let sound = try await reading(version(9))
    #expect(sound !== broken)
    #expect(try await !Self.bytes(sound).isEmpty)
  }
}
