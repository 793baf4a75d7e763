// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageImaging

/// An output format for images.
enum ThumbnailFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
  case jpeg
  case png

  /// The file name extension, without the dot.
  var fileExtension: String { self == .jpeg ? "jpg" : "png" }

  /// Creates the format given by a file name extension.
  init?(extensionOf path: Path) {
    switch path.lowercasedExtension {
    case "jpg", "jpeg": self = .jpeg
    case "png": self = .png
    default: return nil
    }
  }

  /// Returns the encoding; PNG ignores the quality.
  func encoding(quality: Int) -> ImageEncoding {
    self == .jpeg ? .jpeg(quality: quality) : .png
  }
}
