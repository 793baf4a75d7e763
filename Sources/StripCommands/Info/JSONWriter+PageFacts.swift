// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import PageImaging

extension JSONWriter {
  /// Writes the header facts of a page on a line of its own.
  mutating func line(_ header: PageFacts, of file: InputFile) {
    object { json in
      json.members(naming: file)
      if let location = file.location {
        json.key("location")
        json.value(location)
      }
      json.key("format")
      json.value(header.image.format.rawValue)
      json.members(ofSizesIn: header)
      json.key("density")
      json.value(header.image.density)
      json.key("bitDepth")
      json.value(header.image.bitDepth)
      json.key("colorModel")
      json.value(header.image.colorModel.rawValue)
      json.key("isProgressive")
      json.value(header.image.isProgressive)
      json.key("byteCount")
      json.value(header.byteCount)
      if !header.notes.isEmpty {
        json.key("notes")
        json.array { json in
          for note in header.notes { json.value(note.description) }
        }
      }
    }
    finishLine()
  }

  /// Writes the problem with a page on a line of its own.
  mutating func line(_ problem: Problem, of file: InputFile) {
    object { json in
      json.members(naming: file)
      json.member(problem)
    }
    finishLine()
  }

  private mutating func members(naming file: InputFile) {
    key("path")
    value(file.path)
    if let name = file.name {
      key("name")
      value(name)
    }
  }

  private mutating func members(ofSizesIn header: PageFacts) {
    key("width")
    value(header.image.storedSize.width)
    key("height")
    value(header.image.storedSize.height)
    key("orientation")
    value(header.image.orientation.rawValue)
    if let rotation = header.rotation {
      key("rotation")
      value(rotation.degrees)
    }
    key("displayWidth")
    value(header.displaySize.width)
    key("displayHeight")
    value(header.displaySize.height)
    key("aspectRatio")
    value(header.aspectRatio)
  }

  private mutating func value(_ density: PixelDensity?) {
    guard let density else { return null() }
    object { json in
      json.key("x")
      json.value(density.x)
      json.key("y")
      json.value(density.y)
      json.key("unit")
      json.value(density.unit.name)
    }
  }
}

extension PixelDensity.Unit {
  /// The name of the unit in JSON.
  fileprivate var name: String {
    switch self {
    case .aspect: "aspect"
    case .inch: "inch"
    case .centimeter: "centimeter"
    case .meter: "meter"
    }
  }
}
