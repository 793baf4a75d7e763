// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The pages of a gallery.
struct ScriptPages: ScriptValue {
  let pages: [Page]

  static var expectation: String { "an array of pages" }

  init(from decoder: any Decoder) throws {
    var elements = try decoder.unkeyedContainer()
    var pages: [Page] = []
    while !elements.isAtEnd {
      let page = try elements.decode(ScriptPage.self)
      do throws(PageShapeError) {
        pages.append(try page.page())
      } catch {
        throw ScriptMistake("Page \(page.id): \(error)")
      }
    }
    self.pages = pages
  }
}

/// A page in a script.
struct ScriptPage: ScriptValue {
  let id: PageID
  private let size: PixelSize?
  private let density: Size?
  private let orientation: Int

  /// The shape that replaces the one in the script, `nil` for none.
  var adoptedSize: PageShape?

  static var expectation: String { "an object with id" }

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(["id", "width", "height", "density", "orientation"])
    id = try object.value("id")
    density =
      object.contains("density") ? try object.value("density", as: ScriptSize.self).size : nil
    orientation = try object.value("orientation", default: ScriptOrientation.upright).rawValue
    size = try object.pixelSize()
  }

  /// Returns the page; throws if its size is invalid.
  func page() throws(PageShapeError) -> Page {
    if let adoptedSize { return Page(id: id, size: adoptedSize) }
    guard let size else { return Page(id: id) }
    return Page(id: id, size: try PageShape(size, density: density, orientation: orientation))
  }
}

extension ScriptObject {
  /// Returns the size given by width and height, `nil` if both are missing.
  func pixelSize() throws -> PixelSize? {
    guard contains("width") || contains("height") else { return nil }
    return PixelSize(width: try value("width"), height: try value("height"))
  }
}

/// The EXIF orientation of a stored page.
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
