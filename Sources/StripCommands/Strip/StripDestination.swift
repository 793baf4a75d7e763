// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel

/// The size of a strip and of its pixels.
struct StripFrame: Hashable, Sendable {
  /// The size of the strip, in points.
  let viewportSize: Size
  /// The number of pixels per point.
  let scale: Double
}

/// Where a strip goes.
enum StripDestination: Hashable, Sendable {
  /// A picture in a file.
  case file(Path, ThumbnailFormat)
  /// The terminal, with so many columns.
  case terminal(columnCount: Int)
  /// The cells as JSON on standard output.
  case layout

  private static let defaultWidth = 640.0
  private static let defaultColumnCount = 80

  // Two rows of pixels make a line: twelve lines show what is on a page, and leave room on a
  // screen for what was typed before.
  private static let terminalHeight = 24.0

  /// Finds out where a strip goes.
  ///
  /// - Throws: `ValidationError` if there is no place for it.
  init(output: Path?, isLayout: Bool) throws {
    if isLayout {
      self = .layout
    } else if let output {
      guard let format = ThumbnailFormat(extensionOf: output) else {
        throw ValidationError("The name of the picture must end in .png, .jpg or .jpeg.")
      }
      self = .file(output, format)
    } else if System.isTerminal(System.standardOutput) {
      let columnCount = System.columnCount(of: System.standardOutput)
      self = .terminal(columnCount: columnCount ?? Self.defaultColumnCount)
    } else {
      throw ValidationError(
        "Standard output is not a terminal, so there is no place for the strip: "
          + "name a picture with -o, or use --layout.")
    }
  }

  /// Returns the size of the strip for what was asked.
  ///
  /// A terminal has a pixel for each column. A strip of a given width shrinks to that; otherwise
  /// the strip is as high as suits a terminal and shows as much as fits.
  func frame(width: Double?, height: Double, scale: Double) -> StripFrame {
    guard case .terminal(let columnCount) = self else {
      let size = Size(width: width ?? Self.defaultWidth, height: height)
      return StripFrame(viewportSize: size, scale: scale)
    }
    let columns = Double(columnCount)
    let terminalScale = width.map { columns / $0 } ?? Self.terminalHeight / height
    return StripFrame(
      viewportSize: Size(width: width ?? columns / terminalScale, height: height),
      scale: terminalScale)
  }
}
