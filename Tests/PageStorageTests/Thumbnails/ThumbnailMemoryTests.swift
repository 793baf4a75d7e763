// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

@testable import PageStorage

@Suite struct ThumbnailMemoryTests {
  private func key(_ number: Int) -> ThumbnailKey {
    var digest = ContentDigestBuilder()
    digest.add([UInt8(number)])
    return ThumbnailKey(digest: digest.digest, rotation: .none, style: .strip(height: 10))
  }

  private func thumbnail(_ number: Int, byteCount: Int) -> Thumbnail {
    Thumbnail(
      bytes: [UInt8](repeating: UInt8(number), count: byteCount),
      size: PixelSize(width: 1, height: 1), isDamaged: false)
  }

  @Test func nothingIsKeptWithoutRoom() {
    let memory = ThumbnailMemory(byteCountLimit: 0)
    memory.keep(thumbnail(1, byteCount: 1), for: key(1))
    #expect(memory.thumbnail(key(1)) == nil && memory.byteCount == 0)
  }

  /// Compares it with a list in the order of use, the last one at the end.
  @Test(arguments: 0..<20 as Range<UInt64>) func itKeepsTheLastUsedOnes(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limit = 20_000
    let memory = ThumbnailMemory(byteCountLimit: limit)
    var order: [Int] = []
    var sizes: [Int: Int] = [:]
    for _ in 0..<500 {
      let number = Int.random(in: 0..<40, using: &random)
      if Bool.random(using: &random) {
        let size = Int.random(in: 0...6_000, using: &random)
        memory.keep(thumbnail(number, byteCount: size), for: key(number))
        guard size + ThumbnailMemory.entryByteCount <= limit / 4 else { continue }
        sizes[number] = size + ThumbnailMemory.entryByteCount
        order.removeAll { $0 == number }
        order.append(number)
        if sizes.values.reduce(0, +) > limit {
          while sizes.values.reduce(0, +) > limit / 8 * 7 { sizes[order.removeFirst()] = nil }
        }
      } else {
        let found = memory.thumbnail(key(number))
        #expect(found.map { $0.bytes.count + ThumbnailMemory.entryByteCount } == sizes[number])
        guard sizes[number] != nil else { continue }
        order.removeAll { $0 == number }
        order.append(number)
      }
      #expect(memory.byteCount == sizes.values.reduce(0, +) && memory.byteCount <= limit)
    }
    memory.removeAll()
    #expect(memory.byteCount == 0 && memory.thumbnail(key(order[0])) == nil)
  }

  @Test func aStoreFindsThemWithoutItsCache() async throws {
    let folder = try TestFolder()
    let store = try await folder.open {
      $0.thumbnailByteCount = 0
      $0.thumbnailMemoryByteCount = 1 << 20
    }
    let document = try await store.createDocument(title: "").id
    let page = try await store.append(TestPage.input(1), to: document).id
    let style = ThumbnailStyle.strip(height: 5)
    let first = try await store.thumbnail(of: page, style: style)
    #expect(try await store.thumbnail(of: page, style: style) == first)
    #expect(store.thumbnailGate.computationCount == 1)
    try await store.rotate(page, by: .clockwise)
    _ = try await store.thumbnail(of: page, style: style)
    #expect(store.thumbnailGate.computationCount == 2)
    await store.close()
  }
}
