// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Logging
import NIOCore
import PageStorage

extension ThumbnailShortcut {
  /// The fields that responses to the same fields of requests have in common, as HTTP/1.1 writes them.
  ///
  /// Making them takes longer than everything else of a response: they are made once for each kind.
  struct FieldTexts {
    /// What the common fields depend on, besides the request.
    fileprivate struct Kind: Hashable {
      let status: Int
      let isDamaged: Bool
      let step: ThumbnailLadder
    }

    fileprivate var texts: [Kind: ByteBuffer] = [:]
  }

  /// Returns the whole response as the encoder of HTTP/1.1 writes it, `nil` if the request takes the ordinary
  /// way.
  ///
  /// - Parameters:
  ///   - target: The thumbnail.
  ///   - permit: What the fields of the request permit.
  ///   - texts: The texts made for earlier requests with the same fields.
  ///   - logger: The logger of requests.
  /// - Returns: The bytes.
  func bytes(
    to target: ThumbnailTarget, _ permit: Permit, _ texts: inout FieldTexts, logger: Logger
  ) -> ByteBuffer? {
    guard let outcome = outcome(of: target, permit) else { return nil }
    let id = record(outcome, permit, logger)
    var buffer = commonText(of: outcome, target, permit, &texts)
    buffer.reserveCapacity(buffer.readableBytes + 200 + outcome.byteCount)
    Self.write(.eTag, target.tag, to: &buffer)
    Self.write(.requestID, id, to: &buffer)
    Self.write(.date, date, to: &buffer)
    if let thumbnail = outcome.thumbnail {
      Self.write(.contentLength, "\(thumbnail.bytes.count)", to: &buffer)
    }
    buffer.writeStaticString("\r\n")
    if let thumbnail = outcome.thumbnail { buffer.writeBytes(thumbnail.bytes) }
    return buffer
  }

  /// The fields that differ from response to response.
  private static let others: Set<HTTPField.Name> = [.eTag, .requestID, .date, .contentLength]

  /// Returns the status line and the common fields.
  private func commonText(
    of outcome: Outcome, _ target: ThumbnailTarget, _ permit: Permit, _ texts: inout FieldTexts
  ) -> ByteBuffer {
    let kind = FieldTexts.Kind(
      status: outcome.status.code, isDamaged: outcome.thumbnail?.isDamaged == true,
      step: target.step)
    if let known = texts.texts[kind] { return known }
    let head = head(of: outcome, target, permit, id: "")
    var buffer = ByteBuffer()
    buffer.writeString("HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n")
    for field in head.headerFields where !Self.others.contains(field.name) {
      Self.write(field.name, field.value, to: &buffer)
    }
    texts.texts[kind] = buffer
    return buffer
  }

  private static func write(_ name: HTTPField.Name, _ value: String, to buffer: inout ByteBuffer) {
    buffer.writeString(name.rawName)
    buffer.writeStaticString(": ")
    buffer.writeString(value)
    buffer.writeStaticString("\r\n")
  }
}
