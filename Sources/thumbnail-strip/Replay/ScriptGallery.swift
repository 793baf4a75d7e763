// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The first object of a script: the gallery to play on.
struct ScriptGallery {
  var pages: [Page]
  var viewport: GalleryViewport
  var configuration: GalleryConfiguration
  var activeIndex: Int
}

extension ScriptGallery: ScriptValue {
  static var expectation: String { "an object with pages and viewport" }

  private static let keys = ["pages", "viewport", "active", "direction", "axis", "configuration"]

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(Self.keys)
    pages = try object.value("pages", as: ScriptPages.self).pages
    viewport = try object.value("viewport", as: ScriptViewport.self).viewport
    activeIndex = try object.value("active", default: 0)
    let direction = try object.value("direction", default: LayoutDirection.ScriptName.ltr)
    let axis = try object.value("axis", default: Axis.horizontal)
    configuration = try object.value("configuration", default: ScriptConfiguration()).configuration
    configuration.direction = direction.direction
    configuration.axis = axis
  }

  /// The line that holds the gallery.
  struct Line: Decodable {
    let gallery: ScriptGallery

    init(from decoder: any Decoder) throws {
      let object = try ScriptObject(decoder)
      guard object.contains("gallery") else {
        throw ScriptMistake(
          "The first object must set the gallery up: {\"gallery\": {\"pages\": [...], "
            + "\"viewport\": {...}}}.")
      }
      try object.allow(["gallery"])
      gallery = try object.value("gallery")
    }
  }
}

/// The pages of a gallery.
private struct ScriptPages: ScriptValue {
  let pages: [Page]

  static var expectation: String { "an array of pages" }

  init(from decoder: any Decoder) throws {
    var elements = try decoder.unkeyedContainer()
    var pages: [Page] = []
    while !elements.isAtEnd { pages.append(try elements.decode(ScriptPage.self).page) }
    self.pages = pages
  }
}

/// A page as scripts describe it.
private struct ScriptPage: Decodable {
  let page: Page

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(["id", "width", "height", "density", "orientation"])
    let id: PageID = try object.value("id")
    let density =
      object.contains("density")
      ? try object.value("density", as: ScriptSize.self).size : nil
    let orientation = try object.value("orientation", default: ScriptOrientation.upright)
    guard object.contains("width") || object.contains("height") else {
      page = Page(id: id)
      return
    }
    let stored = PixelSize(width: try object.value("width"), height: try object.value("height"))
    do throws(GalleryError) {
      page = Page(
        id: id,
        size: try PageSize(stored, density: density, orientation: orientation.rawValue))
    } catch {
      throw ScriptMistake("Page \(id): \(error)")
    }
  }
}

/// How a stored page is turned, as in EXIF.
private struct ScriptOrientation: ScriptValue {
  let rawValue: Int

  static let upright = ScriptOrientation(rawValue: 1)

  static var expectation: String { "a whole number from 1 to 8" }
}

extension ScriptOrientation {
  init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(Int.self)
    guard (1...8).contains(rawValue) else { throw ScriptMistake.value }
  }
}

/// The areas of the screen as scripts describe them.
struct ScriptViewport: ScriptValue {
  let viewport: GalleryViewport

  static var expectation: String { "an object with preview and strip" }

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(["preview", "strip"])
    viewport = try Self.viewport(in: object)
  }

  /// Returns the viewport whose two areas are keys of an object.
  static func viewport(in object: ScriptObject) throws -> GalleryViewport {
    GalleryViewport(
      preview: try object.value("preview", as: ScriptSize.self).size,
      strip: try object.value("strip", as: ScriptSize.self).size)
  }
}
