// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore

/// Reads the parts of a `multipart/form-data` body as they arrive (RFC 7578).
///
/// It keeps a few kilobytes of the body at most, and reads no further than it is asked.
actor MultipartReader {
  /// The fields of a part.
  struct Part: Sendable {
    let name: String
    /// The file name, `nil` for a part that is not a file.
    let fileName: String?
  }

  private static let headerByteLimit = 16 << 10

  // `nil` at the end, and while a call reads.
  private var body: RequestBody.AsyncIterator?
  // The first delimiter lacks the line break that precedes all others.
  private var buffer = ByteBuffer(string: "\r\n")
  private let delimiter: [UInt8]
  private var isInPart = true

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - boundary: The boundary that the type of the body names.
  init(_ body: RequestBody, boundary: String) {
    self.body = body.makeAsyncIterator()
    delimiter = Array("\r\n--\(boundary)".utf8)
  }

  /// Returns the next part, after the rest of the present one; `nil` at the end.
  func nextPart() async throws -> Part? {
    while try await nextChunk() != nil {}
    buffer.moveReaderIndex(forwardBy: delimiter.count)
    guard try await fill(2) else { throw Self.cutOff }
    if buffer.readableBytesView.prefix(2) == [0x2D, 0x2D] { return nil }
    var header: ByteBuffer?
    while header == nil {
      header = takeHeader()
      guard header != nil || buffer.readableBytes < Self.headerByteLimit else {
        throw Problem.malformed("The header of a part is too long.")
      }
      if header == nil, try await !fill(buffer.readableBytes + 1) { throw Self.cutOff }
    }
    isInPart = true
    return try MultipartHeader(String(buffer: header ?? ByteBuffer())).part
  }

  /// Removes and returns the lines before the first empty one.
  private func takeHeader() -> ByteBuffer? {
    let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
    guard let offset = buffer.readableBytesView.offset(of: end) else { return nil }
    let header = buffer.readSlice(length: offset)
    buffer.moveReaderIndex(forwardBy: end.count)
    // The delimiter of an empty part follows directly.
    return header
  }

  /// Returns the next bytes of the present part, `nil` at its end.
  func nextChunk() async throws -> ByteBuffer? {
    while isInPart {
      if let offset = buffer.readableBytesView.offset(of: delimiter) {
        if offset > 0 { return buffer.readSlice(length: offset) }
        isInPart = false
        return nil
      }
      // The last bytes may be the beginning of a delimiter.
      let safe = buffer.readableBytes - delimiter.count + 1
      if safe > 0 { return buffer.readSlice(length: safe) }
      guard try await fill(buffer.readableBytes + 1) else { throw Self.cutOff }
    }
    return nil
  }

  /// Reads until the buffer has a number of bytes; returns `false` if the body ends before.
  private func fill(_ count: Int) async throws -> Bool {
    while buffer.readableBytes < count {
      guard var rest = body else { return false }
      body = nil
      guard let next = try await rest.next(isolation: self) else { return false }
      body = rest
      buffer.discardReadBytes()
      buffer.writeImmutableBuffer(next)
    }
    return true
  }

  private static let cutOff = Problem.malformed("The form ends within a part.")
}

extension ByteBufferView {
  /// Returns the distance to the first occurrence of bytes.
  fileprivate func offset(of pattern: [UInt8]) -> Int? {
    guard let first = pattern.first else { return 0 }
    var rest = self[...]
    while let place = rest.firstIndex(of: first) {
      guard rest.endIndex - place >= pattern.count else { return nil }
      if self[place..<place + pattern.count].elementsEqual(pattern) { return place - startIndex }
      rest = rest[(place + 1)...]
    }
    return nil
  }
}
