// SPDX-License-Identifier: Apache-2.0

private import CGalleryInflate

/// An incremental decoder of one zlib stream, based on ISA-L.
///
/// ISA-L inflates more than twice as fast as zlib, and unlike libdeflate it needs no more memory
/// for a large stream than for a small one. It accepts incomplete Huffman codes, which zlib
/// rejects.
///
/// `@safe` because the class owns the state, and ISA-L stays within the counts that it is given.
@safe final class Inflater {
  /// The outcome of a read.
  enum Status {
    /// The input is used up, or the output is full.
    case open
    /// The stream ended at the right position, and its checksum is correct.
    case end
    /// The stream is malformed, or zlib might treat it differently.
    case unsound
  }

  /// The approximate memory of an inflater, with a buffer for its input, in bytes.
  static let byteCount = 160_000

  private let state: OpaquePointer

  /// Creates an inflater for a stream that inflates to `byteCount` bytes, or 0 if the size is
  /// unknown.
  ///
  /// - Throws: `ImagingError.outOfMemory`.
  init(byteCount: Int) throws(ImagingError) {
    guard let state = unsafe cgallery_inflater_create(UInt64(byteCount)) else {
      throw .outOfMemory(byteCount: Self.byteCount)
    }
    unsafe self.state = state
  }

  deinit { unsafe cgallery_inflater_destroy(state) }

  /// Sets the next bytes of the stream, at most 2^31, which must stay valid until they are used up.
  func feed(_ bytes: UnsafeRawBufferPointer) {
    unsafe cgallery_inflater_feed(
      state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Inflates up to `count` bytes into `bytes`, and returns their number.
  ///
  /// - Precondition: `count` is at most 2^31.
  func read(_ bytes: UnsafeMutablePointer<UInt8>?, count: Int) -> (status: Status, count: Int) {
    var found = 0
    let status: Status =
      switch unsafe cgallery_inflater_read(state, bytes, count, &found) {
      case CGALLERY_INFLATE_END: .end
      case CGALLERY_INFLATE_UNSOUND: .unsound
      default: .open
      }
    return (status, found)
  }

  /// The number of supplied bytes after the end of the stream; valid once the stream has ended.
  var excess: Int { unsafe cgallery_inflater_excess(state) }
}

extension Inflater {
  /// Inflates the start of a zlib stream in memory.
  ///
  /// - Parameters:
  ///   - bytes: The stream, or its start.
  ///   - limit: The largest number of bytes to inflate, up to 2^31.
  /// - Returns: The inflated bytes; `nil` if the stream is not sound up to the limit.
  /// - Throws: `ImagingError.outOfMemory`.
  static func inflate(_ bytes: [UInt8], upTo limit: Int) throws(ImagingError) -> [UInt8]? {
    let inflater = try Inflater(byteCount: 0)
    var status = Status.open
    let inflated = unsafe bytes.withUnsafeBytes { stream in
      unsafe [UInt8](unsafeUninitializedCapacity: limit) { target, count in
        unsafe inflater.feed(stream)
        (status, count) = unsafe inflater.read(target.baseAddress, count: limit)
      }
    }
    return status == .unsound ? nil : inflated
  }
}
