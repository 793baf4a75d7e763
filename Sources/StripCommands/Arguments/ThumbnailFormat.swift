// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageImaging

/// A format for pictures that the program writes.
enum ThumbnailFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case jpeg
  case png

  /// The ending of file names, without the dot.
  var fileExtension: String { self == .jpeg ? "jpg" : "png" }

  /// Creates the format that the name of a file asks for.
  init?(extensionOf path: Path) {
    switch path.lowercasedExtension {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// Returns how to encode; PNG knows no quality.
  func encoding(quality: Int) -> ImageEncoding {
    self == .jpeg ? .jpeg(quality: quality) : .png
  }
}
