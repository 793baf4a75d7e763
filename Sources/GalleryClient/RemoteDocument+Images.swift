// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
public import PageGallery

extension RemoteDocument {
  /// Returns the key of what a page shows, for the URLs of its images.
  ///
  /// Keys arrive with ``pages()``, with ``changes(after:)`` and with uploads.
  ///
  /// - Parameter page: The page.
  /// - Returns: The newest key that has arrived, `nil` for an unknown page.
  public func key(of page: PageID) -> PageKey? { keys[page] }

  /// Fetches a thumbnail.
  ///
  /// The image for a page, a key and a style never changes, and can be cached.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: The key of what the page shows.
  ///   - style: The size.
  /// - Returns: The thumbnail.
  /// - Throws: ``RemoteServerError``, with the problem `notFound` if the page shows something else by
  ///   now, and `busy` if too many images are waiting to be made.
  public func thumbnail(
    of page: PageID, key: PageKey, style: RemoteThumbnailStyle
  ) async throws(RemoteServerError) -> RemoteThumbnail {
    let target = "/t/\(page.rawValue)/\(key)/\(style.rawValue).jpg"
    let response = try await server.read(.get(target, accept: "image/*"))
    guard response.status == 200 else { throw response.error }
    return RemoteThumbnail(
      bytes: Array(response.bytes.readableBytesView),
      mediaType: response.fields.first(name: "content-type"),
      isDamaged: response.fields.contains(name: "x-page-damage"))
  }

  /// Opens the bytes of a page as received.
  ///
  /// - Parameter page: The page.
  /// - Returns: The bytes, which are received while they are read.
  /// - Throws: ``RemoteServerError``, with the problem `notFound` for a page that does not exist.
  public func original(of page: PageID) async throws(RemoteServerError) -> RemoteOriginal {
    let response = try await server.open(
      .get(Self.path(of: page) + "/original", accept: "*/*"))
    guard response.status == .ok else { throw try await server.complete(response).error }
    return RemoteOriginal(response, from: server)
  }
}
