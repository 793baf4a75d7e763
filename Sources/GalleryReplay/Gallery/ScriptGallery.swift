// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// The first object of a script: the gallery to create.
package struct ScriptGallery {
  /// The pages in order.
  package var pages: [Page]

  /// The areas of the screen.
  package private(set) var viewport: GalleryViewport

  /// The configuration, with axis and direction.
  package private(set) var configuration: GalleryConfiguration

  /// The index of the page to show first.
  private(set) var activeIndex: Int
}

extension ScriptGallery: ScriptValue {
  static var expectation: String { "an object with pages and viewport" }

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
}

/// The screen areas in a script.
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
