// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageGallery

/// The routes with which clients use their galleries.
struct GalleryRoutes {
  let galleries: Galleries

  func add(to router: Router<Context>) {
    router.post("galleries", use: open)
    router.delete("galleries/:gallery", use: close)
    router.get("galleries/:gallery/updates", use: updates)
    router.get("galleries/:gallery/place", use: place)
    router.post("galleries/:gallery/touches", use: touch)
    router.post("galleries/:gallery/pages", use: append)
    router.delete("galleries/:gallery/pages/:page", use: delete)
    router.post("galleries/:gallery/pages/:page/rotation", use: rotate)
  }

  /// The request body that opens a gallery.
  struct Opening: Decodable {
    var document: DocumentID
    var viewport: GalleryViewport
    var place: GalleryBookmark?
  }

  @Sendable func open(_ request: Request, _ context: Context) async throws -> Response {
    let opening = try await request.decode(as: Opening.self, context: context)
    let viewport = opening.viewport
    // A frame contains all visible pages, and a wide enough viewport would show a million.
    let sides = [viewport.preview, viewport.strip].flatMap { [$0.width, $0.height] }
    guard sides.allSatisfy({ $0 <= 10_000 }) else {
      throw HTTPError(.badRequest, message: "A side of the viewport is longer than 10,000 points.")
    }
    var bookmark = opening.place ?? GalleryBookmark(viewport: viewport)
    // The numbers of a gallery are up to the service, and not to its clients.
    (bookmark.viewport, bookmark.configuration) = (viewport, GalleryConfiguration())
    let name = try await galleries.open(opening.document, at: bookmark)
    return try json(["gallery": name], status: .created)
  }

  @Sendable func close(_ request: Request, _ context: Context) async throws -> Response {
    try await galleries.close(context.parameters.require("gallery"))
    return Response(status: .noContent)
  }

  @Sendable func updates(_ request: Request, _ context: Context) async throws -> Response {
    let name = try context.parameters.require("gallery")
    try await galleries.use(name) { _ in }  // throws before the response starts
    return eventStream(for: request) { send in
      try await galleries.use(name) { session in
        try await send(session.gallery.updates(rate: 30)) { update in
          try ServerSentEvent(data: update)
        }
      }
    }
  }

  /// Returns the place of a client, which the client sends when it opens another gallery.
  @Sendable func place(_ request: Request, _ context: Context) async throws -> Response {
    try await galleries.use(context.parameters.require("gallery")) { session in
      try json(await session.gallery.bookmark)
    }
  }

  /// The request body of a gesture, or of a jump to a page.
  struct Touch: Decodable {
    enum Call: String, Decodable { case beginDrag, drag, endDrag, cancelDrag, goTo }
    var call: Call
    var surface: GallerySurface?
    var translation: Double?
    var velocity: Double?
    var page: PageID?
  }

  @Sendable func touch(_ request: Request, _ context: Context) async throws -> Response {
    let touch = try await request.decode(as: Touch.self, context: context)
    try await galleries.use(context.parameters.require("gallery")) { session in
      let gallery = session.gallery
      switch touch.call {
      case .beginDrag: await gallery.beginDrag(touch.surface ?? .strip)
      case .drag: try await gallery.drag(translation: touch.translation ?? 0)
      case .endDrag: try await gallery.endDrag(velocity: touch.velocity ?? 0)
      case .cancelDrag: await gallery.cancelDrag()
      case .goTo:
        guard let page = touch.page else { throw HTTPError(.badRequest, message: "No page.") }
        try await gallery.goTo(page)
      }
    }
    return Response(status: .noContent)
  }

  @Sendable func append(_ request: Request, _ context: Context) async throws -> Response {
    try await galleries.use(context.parameters.require("gallery")) { session in
      let page = try await session.source.stage(pageInput(of: request))
      try await session.gallery.append(page, focus: .inserted)
      return try json(page, status: .created)
    }
  }

  @Sendable func delete(_ request: Request, _ context: Context) async throws -> Response {
    let page = try context.parameters.require("page", as: PageID.self)
    return try await galleries.use(context.parameters.require("gallery")) { session in
      try json(await session.gallery.delete(page))
    }
  }

  @Sendable func rotate(_ request: Request, _ context: Context) async throws -> Response {
    let page = try context.parameters.require("page", as: PageID.self)
    return try await galleries.use(context.parameters.require("gallery")) { session in
      try json(await session.gallery.rotate(page, by: .clockwise))
    }
  }
}
