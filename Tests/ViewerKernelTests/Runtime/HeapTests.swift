// SPDX-License-Identifier: Apache-2.0

import CGalleryKernel
import GalleryTestSupport
import Testing

/// The heap of the kernel in a browser, in a range of native memory.
@Suite struct HeapTests {
  @Test(arguments: 1...8)
  func blocksKeepTheirContents(seed: UInt64) {
    let heap = TestHeap(byteCount: 64 << 20)
    var generator = SeededGenerator(seed: seed)
    var blocks: [TestHeap.Block] = []
    for step in 0..<20_000 {
      if generator.chance(0.5), !blocks.isEmpty {
        let block = blocks.remove(at: Int.random(in: 0..<blocks.count, using: &generator))
        #expect(heap.hasContents(block), "seed \(seed)")
        heap.free(block)
      } else {
        let isLarge = generator.chance(0.1)
        let size = Int.random(in: 0..<(isLarge ? 100_000 : 300), using: &generator)
        let alignment = generator.chance(0.1) ? 1 << Int.random(in: 0...8, using: &generator) : 16
        guard let block = heap.allocate(size, alignment: alignment, content: UInt8(step & 255))
        else { continue }
        #expect(Int(bitPattern: block.start) % alignment == 0)
        blocks.append(block)
      }
      if step % 500 == 0 { #expect(heap.isValid, "seed \(seed), step \(step)") }
    }
    for block in blocks { heap.free(block) }
    // Everything has merged into one free block.
    #expect(heap.isValid)
    #expect(heap.isOneBlock)
  }

  @Test func heapWithoutMemoryAllocatesNothing() {
    let heap = TestHeap(byteCount: 4096)
    #expect(heap.allocate(5000, alignment: 16, content: 0) == nil)
    #expect(heap.allocate(Int(UInt32.max) - 7, alignment: 16, content: 0) == nil)
    #expect(heap.allocate(1000, alignment: 16, content: 0) != nil)
  }

  @Test func grownHeapUsesItsOldEnd() throws {
    let heap = TestHeap(byteCount: 65_536, used: 4096)
    let first = try #require(heap.allocate(1000, alignment: 16, content: 1))
    #expect(heap.allocate(8000, alignment: 16, content: 2) == nil)
    heap.grow(16_384)
    // Only together with the rest of the first range there is room for so much.
    let second = try #require(heap.allocate(17_000, alignment: 16, content: 2))
    #expect(heap.hasContents(first) && heap.hasContents(second))
    #expect(heap.isValid)
  }
}

/// A heap in memory of its own.
private final class TestHeap {
  struct Block {
    var start: UnsafeMutablePointer<UInt8>
    var size: Int
    var content: UInt8
  }

  private let memory: UnsafeMutableRawPointer
  private let heap = UnsafeMutablePointer<cgallery_kernel_heap>.allocate(capacity: 1)

  init(byteCount: Int, used: Int? = nil) {
    memory = .allocate(byteCount: byteCount, alignment: 4096)
    heap.initialize(to: cgallery_kernel_heap())
    grow(used ?? byteCount)
  }

  deinit {
    memory.deallocate()
    heap.deallocate()
  }

  func grow(_ byteCount: Int) {
    cgallery_kernel_heap_grow(heap, memory.assumingMemoryBound(to: UInt8.self), UInt32(byteCount))
  }

  func allocate(_ size: Int, alignment: Int, content: UInt8) -> Block? {
    let found = cgallery_kernel_heap_allocate(heap, UInt32(size), UInt32(alignment))
    guard let start = found?.assumingMemoryBound(to: UInt8.self) else { return nil }
    start.update(repeating: content, count: size)
    return Block(start: start, size: size, content: content)
  }

  func free(_ block: Block) { cgallery_kernel_heap_free(heap, block.start) }

  func hasContents(_ block: Block) -> Bool {
    UnsafeBufferPointer(start: block.start, count: block.size).allSatisfy { $0 == block.content }
      && Int(cgallery_kernel_heap_usable(block.start)) >= block.size
  }

  var isValid: Bool { cgallery_kernel_heap_is_valid(heap) }

  /// Whether the first block is the last one.
  var isOneBlock: Bool { heap.pointee.last == 8 }
}
