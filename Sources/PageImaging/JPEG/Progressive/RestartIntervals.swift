// SPDX-License-Identifier: Apache-2.0

/// The coded bytes of a scan, split at its restart markers; byte stuffing is removed in place.
struct RestartIntervals {
  private let storage: RawStorage
  private let byteCount: Int
  private var position = 0
  /// The number of the next restart marker, 0...7.
  private var nextNumber: UInt8 = 0
  /// Whether the last returned interval is the last one of the scan.
  private(set) var isAtEnd = false

  /// Reads the bytes of a scan.
  ///
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  init(_ source: ByteSource, coded: Range<Int>) throws(ImagingError) {
    storage = try unsafe RawStorage(byteCount: coded.count + EntropyBits.padding)
    byteCount = try unsafe source.read(
      at: coded.lowerBound,
      into: UnsafeMutableRawBufferPointer(rebasing: storage.bytes[..<coded.count]))
  }

  /// Returns the bits up to the next restart marker or the end of the scan.
  ///
  /// The result is `nil` if anything else interrupts the coded bytes, and after the end. The bits
  /// are in the memory of the intervals, and valid as long as the intervals exist.
  ///
  /// - Complexity: O(number of bytes of the interval).
  mutating func next() -> EntropyBits? {
    guard !isAtEnd, let base = unsafe storage.bytes.baseAddress else { return nil }
    let start = position
    var written = position
    while true {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: storage.bytes[position..<byteCount])
      let plainCount = unsafe CLibrary.firstIndex(of: 0xFF, in: rest) ?? rest.count
      move(plainCount, to: &written)
      guard position < byteCount else {
        isAtEnd = true
        break
      }
      guard position + 1 < byteCount else { return nil }
      let code = unsafe storage.bytes[position + 1]
      guard code == 0 else {
        guard code == 0xD0 + nextNumber else { return nil }
        nextNumber = (nextNumber + 1) & 7
        position += 2
        break
      }
      move(1, to: &written)
      position += 1
    }
    return unsafe EntropyBits(UnsafeRawPointer(base + start), byteCount: written - start)
  }

  /// Moves bytes toward the front, over the removed stuffing.
  private mutating func move(_ count: Int, to target: inout Int) {
    if target != position, count > 0, let base = unsafe storage.bytes.baseAddress {
      unsafe (base + target).copyMemory(from: base + position, byteCount: count)
    }
    position += count
    target += count
  }
}
