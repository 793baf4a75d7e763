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
    let tag = Self.tag(key, step)
    if let known = try call.tags(.ifNoneMatch), known.tags == nil {
      // `*` stands for what exists: RFC 9110, 13.1.2.
      guard try await store.page(page).key == key else { throw Self.showsOther }
    }
    return try await call.respond(tag: tag, policy: .immutable) {
      guard let thumbnail = try await store.thumbnail(of: page, key: key, style: step.style)
      else { throw Self.showsOther }
      return Response(
        status: .ok, headers: Self.fields(of: thumbnail, step),
        body: .init(sharing: thumbnail.bytes))
    }
  }

  /// Returns the entity tag of a thumbnail, with quotation marks.
  static func tag(_ key: PageKey, _ step: ThumbnailLadder) -> String {
    // Faster than an interpolation, which counts in responses from memory.
    "\"" + key.description + "-" + step.rawValue + "\""
  }

  private static var showsOther: Problem {
    Problem(.notFound, "The page shows something else now.")
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
}
