// SPDX-License-Identifier: Apache-2.0

import Glibc
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
  /// What comes before the part of a target that differs.
  private let beginning: [UInt8]
  /// What follows the target: the version, and the fields of the last request that took the shortcut.
  private var ending: [UInt8] = []
  private var permit: ThumbnailShortcut.Permit?
  /// The texts of responses to these fields.
  private var texts = ThumbnailShortcut.ResponseTexts()
  /// What follows the target of the request that is passing to the decoder.
  private var candidate: [UInt8]?

  private static let version = Array(" HTTP/1.1\r\n".utf8)

  init(_ shortcut: ThumbnailShortcut, logger: Logger) {
    (self.shortcut, self.logger) = (shortcut, logger)
    beginning = Array("GET \(shortcut.prefix)".utf8)
  }

  func response(to request: ByteBuffer) -> ByteBuffer? {
    guard let permit, let target = request.withUnsafeReadableBytes(target) else { return nil }
    let own = shortcut.readsTargets ? permit.with(target: Self.path(of: request)) : permit
    return shortcut.bytes(to: target, own, &texts, logger: logger)
  }

  /// Returns the thumbnail that some bytes request, if they have the known fields.
  private func target(of request: UnsafeRawBufferPointer) -> ThumbnailTarget? {
    let end = request.count - ending.count
    guard end > beginning.count, Self.equal(request[..<beginning.count], beginning),
      Self.equal(request[end...], ending)
    else { return nil }
    return ThumbnailTarget(request[beginning.count..<end])
  }

  private static func equal(_ part: Slice<UnsafeRawBufferPointer>, _ bytes: [UInt8]) -> Bool {
    guard let first = UnsafeRawBufferPointer(rebasing: part).baseAddress else { return false }
    return bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp(first, $0, bytes.count) == 0 } ?? false
    }
  }

  /// Returns the target of a request for a thumbnail.
  private static func path(of request: ByteBuffer) -> String {
    let target = request.readableBytesView.dropFirst("GET ".utf8.count)
    return String(decoding: target.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// Keeps the fields of a GET request of HTTP/1.1 whose target is a path, until it is known what they permit.
  func pass(_ request: ByteBuffer) {
    candidate = nil
    let bytes = request.readableBytesView
    // The first line ends with the version, which ends with its end.
    guard bytes.starts(with: "GET /".utf8), let end = bytes.firstIndex(of: .carriageReturn),
      end + 2 - Self.version.count > bytes.startIndex
    else { return }
    let rest = bytes[(end + 2 - Self.version.count)...]
    guard rest.starts(with: Self.version),
      rest.count <= Self.version.count + Self.maximumByteCount
    else { return }
    candidate = Array(rest)
  }

  /// Notes that the decoder has read the header of a request that takes the ordinary way.
  func forget() { candidate = nil }

  /// Notes what the request permits that is passing to the decoder.
  func note(_ permit: ThumbnailShortcut.Permit) {
    guard let candidate else { return }
    self.candidate = nil
    ending = candidate
    self.permit = permit
    texts = ThumbnailShortcut.ResponseTexts()
  }
}

@available(*, unavailable)
extension RepeatedRequests: Sendable {}
