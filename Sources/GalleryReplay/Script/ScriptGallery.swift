// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// The first object of a script: the gallery to create.
package struct ScriptGallery {
  package var pages: [Page]
  package var viewport: GalleryViewport
  package var configuration: GalleryConfiguration
  package var activeIndex: Int
}

extension ScriptGallery: ScriptValue {
  package static var expectation: String { "an object with pages and viewport" }

  private static let keys = ["pages", "viewport", "active", "direction", "axis", "configuration"]

  package init(from decoder: any Decoder) throws {
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
  package struct Line: Decodable {
    package let gallery: ScriptGallery

    package init(from decoder: any Decoder) throws {
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

/// The screen areas in a script.
package struct ScriptViewport: ScriptValue {
  package let viewport: GalleryViewport

  package static var expectation: String { "an object with preview and strip" }

  package init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(["preview", "strip"])
    viewport = try Self.viewport(in: object)
  }

  /// Returns the viewport whose two areas are keys of an object.
  package static func viewport(in object: ScriptObject) throws -> GalleryViewport {
    GalleryViewport(
      preview: try object.value("preview", as: ScriptSize.self).size,
      strip: try object.value("strip", as: ScriptSize.self).size)
  }
}
