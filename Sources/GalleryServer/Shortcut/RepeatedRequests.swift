// SPDX-License-Identifier: Apache-2.0

import Logging
import NIOCore

/// The requests of a connection that have the same fields as an earlier one.
///
/// A client repeats its fields byte for byte while it fetches thumbnails. What they mean was found out when
/// the first such request took the shortcut: only the target has to be read again. Access is decided anew
/// for each request.
///
/// The authority of a request that has a path as its target is in its fields.
final class RepeatedRequests: WholeRequests {
  /// The largest size of fields that are kept, in bytes.
  static let maximumByteCount = 4 << 10

  private let shortcut: ThumbnailShortcut
  private let logger: Logger
  /// The fields of the last request that took the shortcut, with the line that ends them.
  private var fields = ByteBuffer()
  private var permit: ThumbnailShortcut.Permit?
  /// The texts of responses to these fields.
  private var texts = ThumbnailShortcut.FieldTexts()
  /// The fields of the request that is passing to the decoder.
  private var candidate: ByteBuffer?

  init(_ shortcut: ThumbnailShortcut, logger: Logger) {
    (self.shortcut, self.logger) = (shortcut, logger)
  }

  func response(to request: ByteBuffer) -> ByteBuffer? {
    candidate = nil
    guard let (target, rest) = Self.split(request) else { return nil }
    if let permit, rest == fields, let thumbnail = shortcut.target(of: target),
      let bytes = shortcut.bytes(
        to: thumbnail, permit.with(target: target), &texts, logger: logger)
    {
      return bytes
    }
    if rest.readableBytes <= Self.maximumByteCount { candidate = rest }
    return nil
  }

  /// Notes that the decoder has read the header of a request that takes the ordinary way.
  func forget() { candidate = nil }

  /// Notes what the request permits that is passing to the decoder.
  func note(_ permit: ThumbnailShortcut.Permit) {
    guard let candidate else { return }
    self.candidate = nil
    // A copy, because a slice would keep everything that was read with it.
    fields = ByteBuffer(bytes: candidate.readableBytesView)
    self.permit = permit
    texts = ThumbnailShortcut.FieldTexts()
  }

  /// Splits a GET request of HTTP/1.1 into its target, which is a path, and its fields; `nil` for any other.
  private static func split(_ request: ByteBuffer) -> (target: String, fields: ByteBuffer)? {
    let bytes = request.readableBytesView
    guard bytes.starts(with: "GET /".utf8), let end = bytes.firstIndex(of: .carriageReturn)
    else { return nil }
    let target = bytes[..<end].dropFirst("GET ".utf8.count).dropLast(version.count)
    guard bytes[target.endIndex..<end].elementsEqual(version) else { return nil }
    var fields = request
    fields.moveReaderIndex(to: end + "\r\n".utf8.count)
    return (String(decoding: target, as: UTF8.self), fields)
  }

  private static let version = Array(" HTTP/1.1".utf8)
}

@available(*, unavailable)
extension RepeatedRequests: Sendable {}
