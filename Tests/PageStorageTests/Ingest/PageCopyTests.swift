// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Pages of all sizes at which the write path changes: multiples of 4 KiB, direct I/O from 256 KiB
/// on, and pieces of 1 MiB.
@Suite struct PageCopyTests {
  static let byteCounts = [
    0, 1, 4095, 4096, 262_143, 262_144, 262_145, 1_048_575, 1_048_576, 1_048_577, 2_101_248,
  ]

  @Test(arguments: [false, true])
  func bytesOfAllSizesAreStoredUnchanged(onDisk: Bool) async throws {
    let folder = try TestFolder(onDisk: onDisk)
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    var random = SeededGenerator(seed: 5)
    for byteCount in Self.byteCounts {
      let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &random) }
      let file = folder.path + "/page"
      try Data(bytes).write(to: URL(fileURLWithPath: file))
      let inputs = [
        PageInput.bytes(bytes), .file(file), .stream(Pieces(bytes: bytes)),
        .stream(Pieces(bytes: bytes), byteCount: byteCount),
      ]
      let pages = await store.ingest(inputs, into: document, unreadable: .keepAsDamaged)
      for page in pages {
        #expect(try await store.bytes(of: page.get().id) == bytes, "\(byteCount) bytes")
        #expect(try page.get().byteCount == byteCount)
      }
    }
    // Each content is stored once, although it arrived four times.
    let stored = try folder.files(below: "blobs").map { try Data(contentsOf: .init(filePath: $0)) }
    #expect(stored.map(\.count).sorted() == Self.byteCounts)
    #expect(folder.files(below: "incoming").isEmpty)
    #expect(try await store.isSound())
  }

  @Test func aLargePageOverTheLimitIsRefused() async throws {
    let folder = try TestFolder(onDisk: true)
    let store = try await folder.open { $0.maximumPageByteCount = 1 << 20 }
    let document = try await store.createDocument(title: "").id
    let bytes = [UInt8](repeating: 7, count: 1 << 20 + 1)
    for input in [PageInput.bytes(bytes), .stream(Pieces(bytes: bytes))] {
      await #expect(throws: PageStoreError.self) {
        try await store.append(input, to: document, unreadable: .keepAsDamaged)
      }
    }
    #expect(folder.files(below: "incoming").isEmpty && folder.files(below: "blobs").isEmpty)
  }

  /// Many more pages than are received at a time, each by a separate call.
  @Test func manyCallsAtATimeShareTheDisk() async throws {
    let folder = try TestFolder(onDisk: true)
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask {
          let bytes = [UInt8](repeating: UInt8(number), count: 300_000)
          try await store.append(.bytes(bytes), to: document, unreadable: .keepAsDamaged)
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.document(document).pageCount == 100)
    #expect(folder.files(below: "blobs").count == 100)
    #expect(try await store.isSound())
  }
}

/// Bytes in pieces of growing lengths: 1, 4, 13 and so on.
struct Pieces: AsyncSequence, Sendable {
  let bytes: [UInt8]

  func makeAsyncIterator() -> Iterator { Iterator(rest: bytes[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<UInt8>
    var length = 1

    mutating func next() async -> [UInt8]? {
      guard !rest.isEmpty else { return nil }
      defer {
        rest = rest.dropFirst(length)
        length = length * 3 + 1
      }
      return Array(rest.prefix(length))
    }
  }
}
