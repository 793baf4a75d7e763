// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import Hummingbird
import PageImaging
import PageStorage

/// The operation that returns a thumbnail under the key of its content.
struct ThumbnailOperations: Sendable {
  let store: PageStore

  var operations: [Operation] { [.get("/t/{page}/{key}/{style}.jpg", thumbnail)] }

  @Sendable private func thumbnail(_ call: Call) async throws -> Response {
    let page = try call.page()
    guard let key = PageKey(call.parameter("key")),
      let step = ThumbnailLadder(rawValue: call.parameter("style"))
    else { throw Problem(.notFound, "There is no such thumbnail.") }
    return try await call.respond(tag: "\"\(key)-\(step.rawValue)\"", policy: .immutable) {
      let thumbnail = try await thumbnail(of: page, key, step.style)
      return Response(
        status: .ok, headers: Self.fields(of: thumbnail, step),
        body: .init(sharing: thumbnail.bytes))
    }
  }

  /// Returns the fields of a response with a thumbnail.
  static func fields(of thumbnail: Thumbnail, _ step: ThumbnailLadder) -> HTTPFields {
    var fields: HTTPFields = [
      .contentType: step.style.encoding.format.mediaType,
      .contentSecurityPolicy: ContentSecurity.userContent,
    ]
    if thumbnail.isDamaged { fields[.pageDamage] = "partial" }
    return fields
  }

  /// Returns the thumbnail, unless the page does not have the key, before or after it was made.
  private func thumbnail(
    of page: PageID, _ key: PageKey, _ style: ThumbnailStyle
  ) async throws -> Thumbnail {
    let before = try await store.page(page)
    guard before.key == key else { throw Self.stale }
    let thumbnail = try await store.thumbnail(of: page, style: style)
    guard try await store.page(page).contentVersion == before.contentVersion else {
      throw Self.stale
    }
    return thumbnail
  }

  private static let stale = Problem(.notFound, "The page shows something else now.")
}
