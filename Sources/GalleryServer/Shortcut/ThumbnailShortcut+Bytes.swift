// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Logging
import NIOCore
import PageStorage

extension ThumbnailShortcut {
  /// The texts that responses to the same fields of requests have in common, each made once.
  struct ResponseTexts {
    /// What they depend on, besides the request.
    fileprivate struct Kind: Equatable {
      let status: Int
      let isDamaged: Bool
      let step: ThumbnailLadder
    }

    /// There are few: a client shows one size, or two.
    fileprivate var texts: [(kind: Kind, text: ResponseText)] = []
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
    to target: ThumbnailTarget, _ permit: Permit, _ texts: inout ResponseTexts, logger: Logger
  ) -> ByteBuffer? {
    let begin = ContinuousClock.now
    guard let outcome = outcome(of: target, permit) else { return nil }
    let id = RequestID.randomNumber()
    record(outcome, id, since: begin, logger)
    let text = text(of: outcome, target, permit, &texts)
    return text.response(id: id, key: target.key, date: date, content: outcome.thumbnail?.bytes)
  }

  /// Returns the text of a kind of responses.
  private func text(
    of outcome: Outcome, _ target: ThumbnailTarget, _ permit: Permit, _ texts: inout ResponseTexts
  ) -> ResponseText {
    let kind = ResponseTexts.Kind(
      status: outcome.status.code, isDamaged: outcome.thumbnail?.isDamaged == true,
      step: target.step)
    if let known = texts.texts.first(where: { $0.kind == kind }) { return known.text }
    let text = ResponseText(of: head(of: outcome, target, permit, id: ""), target)
    texts.texts.append((kind, text))
    return text
  }
}

/// The header of responses that differ only in the ID of the request, the key of the page, the date and the length.
///
/// Writing it anew takes longer than everything else of a response.
struct ResponseText {
  /// All of it, except the digits of the length.
  private let bytes: [UInt8]
  private let idPlace: Int
  private let keyPlace: Int
  private let datePlace: Int

  /// The fields with a place, and the one that ends the header.
  private static let others: Set<HTTPField.Name> = [.eTag, .requestID, .date, .contentLength]

  init(of head: HTTPResponse, _ target: ThumbnailTarget) {
    var text = "HTTP/1.1 \(head.status.code) \(head.status.reasonPhrase)\r\n"
    for field in head.headerFields where !Self.others.contains(field.name) {
      text += "\(field.name.rawName): \(field.value)\r\n"
    }
    text += "\(HTTPField.Name.eTag.rawName): \""
    keyPlace = text.utf8.count
    text += "\(target.tag.dropFirst())\r\n\(HTTPField.Name.requestID.rawName): "
    idPlace = text.utf8.count
    text += "\(String(repeating: " ", count: RequestID.length))\r\n\(HTTPField.Name.date.rawName): "
    datePlace = text.utf8.count
    text += String(repeating: " ", count: HTTPDate.length) + "\r\n"
    if head.headerFields[.contentLength] != nil {
      text += "\(HTTPField.Name.contentLength.rawName): "
    }
    bytes = Array(text.utf8)
  }

  /// Returns a response.
  ///
  /// - Parameters:
  ///   - id: The number of the ID of the request.
  ///   - key: The key of the page.
  ///   - date: The text of the date.
  ///   - content: The content, `nil` for a response without any.
  /// - Returns: The bytes.
  func response(id: UInt64, key: PageKey, date: String, content: [UInt8]?) -> ByteBuffer {
    let count = content?.count ?? 0
    // The length has up to 20 digits.
    var buffer = ByteBufferAllocator().buffer(capacity: bytes.count + 24 + count)
    buffer.writeBytes(bytes)
    buffer.setString(key.description, at: keyPlace)
    buffer.setString(date, at: datePlace)
    buffer.withUnsafeMutableReadableBytes { text in
      RequestID.write(id, to: UnsafeMutableRawBufferPointer(rebasing: text[idPlace...]))
    }
    guard let content else {
      buffer.writeStaticString("\r\n")
      return buffer
    }
    buffer.writeString(String(count))
    buffer.writeStaticString("\r\n\r\n")
    buffer.writeBytes(content)
    return buffer
  }
}
