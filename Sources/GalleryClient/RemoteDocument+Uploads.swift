// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import FoundationEssentials
import NIOCore
import NIOHTTP1
public import PageGallery

extension RemoteDocument {
  /// Sends the bytes of a new page to the server, for an insertion by a gallery.
  ///
  /// The server keeps them for an hour; it discards them when it restarts.
  ///
  /// - Parameters:
  ///   - bytes: A whole image file.
  ///   - fileName: The name of the file, `nil`, the default, for none. The server drops folders and what no
  ///     file name should contain, and cuts it to 255 bytes.
  ///   - policy: The handling of a file that cannot be read as an image.
  /// - Returns: The page to insert.
  /// - Throws: ``RemoteServerError``, with the problem `unsupportedMediaType` or `refused` for bytes
  ///   that are not a usable image, and `limitExceeded` for too many.
  public func stage(
    _ bytes: [UInt8], fileName: String? = nil, unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(RemoteServerError) -> Page {
    let body = HTTPClientRequest.Body.bytes(ByteBuffer(bytes: bytes))
    return stage(try await upload(body, fileName, policy, isRepeatable: true))
  }

  /// Sends the bytes of a new page as they arrive, for an insertion by a gallery.
  ///
  /// The bytes are sent once: unlike bytes in memory, they are not sent again if the connection is
  /// lost.
  ///
  /// - Parameters:
  ///   - pieces: The pieces of an image file in order. The next one is requested after the previous
  ///     one was sent.
  ///   - byteCount: The number of bytes, `nil`, the default, if it is unknown.
  ///   - fileName: The name of the file, `nil`, the default, for none. The server drops folders and what no
  ///     file name should contain, and cuts it to 255 bytes.
  ///   - policy: The handling of a file that cannot be read as an image.
  /// - Returns: The page to insert.
  /// - Throws: The errors of ``stage(_:fileName:unreadable:)``.
  public func stage<Pieces: AsyncSequence & Sendable>(
    _ pieces: Pieces, byteCount: Int? = nil, fileName: String? = nil,
    unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(RemoteServerError) -> Page where Pieces.Element == [UInt8] {
    let length = byteCount.map { HTTPClientRequest.Body.Length.known(Int64($0)) } ?? .unknown
    let body = HTTPClientRequest.Body.stream(
      pieces.map { ByteBuffer(bytes: $0) }, length: length)
    return stage(try await upload(body, fileName, policy, isRepeatable: false))
  }

  /// Sends the bytes with which a gallery replaces a page.
  ///
  /// The page may be one that the same request inserts.
  ///
  /// - Parameters:
  ///   - page: The page to replace.
  ///   - bytes: A whole image file.
  ///   - fileName: The name of the file, `nil`, the default, for none. The server drops folders and what no
  ///     file name should contain, and cuts it to 255 bytes.
  ///   - policy: The handling of a file that cannot be read as an image.
  /// - Returns: The shape to replace with, `nil` if it is unknown.
  /// - Throws: The errors of ``stage(_:fileName:unreadable:)``.
  public func stageReplacement(
    of page: PageID, with bytes: [UInt8], fileName: String? = nil,
    unreadable policy: UnreadablePagePolicy = .refuse
  ) async throws(RemoteServerError) -> PageShape? {
    let body = HTTPClientRequest.Body.bytes(ByteBuffer(bytes: bytes))
    let staged = try await upload(body, fileName, policy, isRepeatable: true)
    uploads.add(staged.upload, asReplacementOf: page)
    return staged.page.size
  }

  private func stage(_ staged: (upload: String, page: Page)) -> Page {
    uploads.add(staged.upload, asPage: staged.page.id)
    return staged.page
  }

  private func upload(
    _ body: HTTPClientRequest.Body, _ fileName: String?, _ policy: UnreadablePagePolicy,
    isRepeatable: Bool
  ) async throws(RemoteServerError) -> (upload: String, page: Page) {
    let upload = UUID().uuidString.lowercased()
    let query = policy == .keepAsDamaged ? "?unreadable=keep" : ""
    var fields: HTTPHeaders = [
      "content-type": "application/octet-stream", "accept": "application/json",
    ]
    if let fileName { fields.add(name: "content-disposition", value: Self.disposition(fileName)) }
    let request = RemoteRequest(
      method: .PUT, target: "/api/v1/uploads/\(upload)\(query)", fields: fields, body: body)
    let limit = server.configuration.uploadTimeout
    let response =
      isRepeatable
      ? try await server.submit(request, within: limit)
      : try await server.exchange(request, within: limit)
    guard response.status == 200 || response.status == 201 else { throw response.error }
    let found = try response.decode(ReceivedUpload.self).page
    let page = Page(
      id: try ReceivedNumber.page(found.id), size: try ReceivedNumber.shape(found.aspectRatio))
    if let key = found.key { keys.note(["\(found.id)": key], at: 0) }
    return (upload, page)
  }

  /// The most scalars of a name that are sent, from its end; the server cuts it as well.
  private static let nameLimit = 256

  /// Returns the field `Content-Disposition` with a file name (RFC 6266).
  static func disposition(_ fileName: String) -> String {
    let digits = Array("0123456789ABCDEF".unicodeScalars)
    var text = "attachment; filename*=UTF-8''"
    for scalar in fileName.unicodeScalars.suffix(nameLimit) {
      if scalar.isASCII, scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        text.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        text += "%"
        text.unicodeScalars.append(digits[Int(byte >> 4)])
        text.unicodeScalars.append(digits[Int(byte & 15)])
      }
    }
    return text
  }
}
