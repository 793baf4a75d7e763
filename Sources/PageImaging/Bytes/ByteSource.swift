// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// The bytes of one image: an array, or an open file that is read on demand.
///
/// A file is read with `pread` and never mapped into memory: if another process truncates a mapped
/// file, an access to the missing part kills the reader. Copies share one open file, which is
/// closed with the last copy.
public struct ByteSource: Sendable {
  /// The storage of the bytes.
  package enum Storage: Sendable {
    /// All bytes, in memory.
    case bytes([UInt8])
    /// An open file. Its descriptor is valid as long as the object is alive.
    case file(FileDescriptor)
    /// The first and the last bytes, for reading a header; those between them read as zeros.
    case ends(first: [UInt8], last: [UInt8], byteCount: Int)
  }

  /// The storage of the bytes, for decoders that read the bytes themselves.
  package let storage: Storage

  /// Creates a source of the bytes of an array.
  public init(_ bytes: [UInt8]) {
    storage = .bytes(bytes)
  }

  /// Opens a file.
  ///
  /// - Parameter path: A regular file, or a symbolic link to one.
  /// - Throws: `ImagingError.notRegularFile` for a folder, FIFO, socket or device;
  ///   `ImagingError.io` if the file cannot be opened.
  public init(path: String) throws(ImagingError) {
    storage = .file(try FileDescriptor(path: path))
  }

  /// Creates a source from the duplicated descriptor of a file that the caller has opened, and may
  /// close.
  ///
  /// - Parameter descriptor: The descriptor of an open regular file.
  /// - Throws: `ImagingError.notRegularFile` for a folder, FIFO, socket or device;
  ///   `ImagingError.io`.
  package init(readingFrom descriptor: Int32) throws(ImagingError) {
    storage = .file(try FileDescriptor(duplicating: descriptor))
  }

  /// Creates a source for reading a header, of which only the first and the last bytes are known.
  ///
  /// - Precondition: Both together are at most `byteCount` bytes.
  package init(first: [UInt8], last: [UInt8] = [], byteCount: Int) {
    precondition(first.count + last.count <= byteCount, "more bytes than there are")
    storage = .ends(first: first, last: last, byteCount: byteCount)
  }

  /// The number of bytes; for a file, its size when it was opened.
  public var byteCount: Int {
    switch storage {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.byteCount
    case .ends(_, _, let byteCount): byteCount
    }
  }

  /// Reads bytes into a buffer.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte to read.
  ///   - buffer: The memory to fill.
  /// - Returns: The number of bytes read: fewer than `buffer.count` only at the end, and zero past
  ///   the end.
  /// - Throws: `ImagingError.io` if the operating system cannot read the file.
  /// - Precondition: `offset >= 0`.
  public func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer
  ) throws(ImagingError) -> Int {
    precondition(offset >= 0, "A byte offset is never negative")
    switch storage {
    case .bytes(let bytes):
      guard offset < bytes.count else { return 0 }
      let count = min(buffer.count, bytes.count - offset)
      unsafe bytes.withUnsafeBytes { all in
        unsafe buffer.copyMemory(from: .init(rebasing: all[offset..<offset + count]))
      }
      return count
    case .file(let file):
      return try unsafe SystemCalls.read(file.rawValue, at: offset, into: buffer)
    case .ends(let first, let last, let byteCount):
      let end = min(byteCount, offset + buffer.count)
      guard offset < end else { return 0 }
      for index in offset..<end {
        let fromEnd = index - (byteCount - last.count)
        unsafe buffer[index - offset] =
          index < first.count ? first[index] : fromEnd >= 0 ? last[fromEnd] : 0
      }
      return end - offset
    }
  }
}

extension ByteSource {
  /// Returns up to `count` bytes at `offset` as an array.
  func bytes(at offset: Int, count: Int) throws(ImagingError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    let read = try unsafe result.withUnsafeMutableBufferPointer { (buffer) throws(ImagingError) in
      try unsafe self.read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
    return Array(result[..<read])
  }
}
