// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

/// The memory of lists of pages.
struct PageListMemoryTests {
  private static let block = ByteBuffer(bytes: [UInt8](repeating: 1, count: 1_024))

  private static func list(_ blocks: Int) -> [ByteBuffer] {
    [ByteBuffer](repeating: block, count: blocks)
  }

  private static func version(
    _ document: Int, _ revision: Int, knowledge: Int = 0
  ) -> PageListMemory.Version {
    PageListMemory.Version(
      document: DocumentID(Int64(document)), revision: revision, knowledge: knowledge)
  }

  @Test func keepsTheLastListsUpToItsLimit() {
    let memory = PageListMemory(limit: 8_192)
    for document in 1...3 { memory.keep(Self.list(2), of: Self.version(document, 1)) }
    #expect(memory.blocks(of: Self.version(1, 1)) == Self.list(2))
    memory.keep(Self.list(4), of: Self.version(4, 1))
    #expect(memory.blocks(of: Self.version(2, 1)) == nil, "the least recently used one")
    #expect(memory.blocks(of: Self.version(1, 1)) != nil)
    memory.keep(Self.list(9), of: Self.version(5, 1))
    #expect(memory.blocks(of: Self.version(5, 1)) == nil, "it is larger than the limit")
    #expect(memory.blocks(of: Self.version(4, 1)) == Self.list(4))
  }

  @Test func replacesFormerVersionsOnly() {
    let memory = PageListMemory()
    memory.keep(Self.list(2), of: Self.version(1, 7))
    memory.keep(Self.list(3), of: Self.version(1, 8))
    #expect(memory.blocks(of: Self.version(1, 7)) == nil)
    // A slow client has received a former version only now.
    memory.keep(Self.list(2), of: Self.version(1, 7))
    memory.keep(Self.list(2), of: Self.version(1, 7, knowledge: 9))
    #expect(memory.blocks(of: Self.version(1, 8)) == Self.list(3))
    memory.keep(Self.list(4), of: Self.version(1, 8, knowledge: 1))
    #expect(memory.blocks(of: Self.version(1, 8)) == nil)
    #expect(memory.blocks(of: Self.version(1, 8, knowledge: 1)) == Self.list(4))
  }

  @Test func keepsNoShortListAndNoneOfAnUnsoundVersion() {
    let memory = PageListMemory()
    for version in [Self.version(1, 1), Self.version(2, 1)] {
      memory.keep(Self.list(1), of: version)
    }
    memory.keep(Self.list(2), of: Self.version(3, 1, knowledge: -1))
    for document in 1...3 {
      for knowledge in [-1, 0] {
        #expect(memory.blocks(of: Self.version(document, 1, knowledge: knowledge)) == nil)
      }
    }
  }

  @Test func keepsALimitedNumberOfLists() {
    let memory = PageListMemory()
    let count = 2 * PageListMemory.countLimit
    for document in 1...count { memory.keep(Self.list(2), of: Self.version(document, 1)) }
    let kept = (1...count).filter { memory.blocks(of: Self.version($0, 1)) != nil }
    #expect(kept == Array(count - PageListMemory.countLimit + 1...count))
  }
}
