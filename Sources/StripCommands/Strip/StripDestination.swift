// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel

/// The size and the scale of a strip.
struct StripFrame: Hashable, Sendable {
  /// The size of the strip, in points.
  let viewportSize: Size
  /// The number of pixels per point.
  let scale: Double
}

/// The destination of a strip.
enum StripDestination: Hashable, Sendable {
  /// An image file.
  case file(Path, ThumbnailFormat)
  /// The terminal, with its number of columns.
  case terminal(columnCount: Int)
  /// The cells as JSON on standard output.
  case layout

  private static let defaultWidth = 640.0
  private static let defaultColumnCount = 80

  // Two rows of pixels make a line: twelve lines make the content of a page visible, and keep the
  // preceding commands on the screen.
  private static let terminalHeight = 24.0

  /// Determines the destination of a strip.
  ///
  /// - Throws: `ValidationError` if there is none.
  init(output: Path?, isLayout: Bool) throws {
    if isLayout {
      self = .layout
    } else if let output {
      guard let format = ThumbnailFormat(extensionOf: output) else {
        throw ValidationError("The name of the picture must end in .png, .jpg or .jpeg.")
      }
      self = .file(output, format)
    } else if ThisProcess.isTerminal(ThisProcess.standardOutput) {
      let columnCount = ThisProcess.columnCount(of: ThisProcess.standardOutput)
      self = .terminal(columnCount: columnCount ?? Self.defaultColumnCount)
    } else {
      throw ValidationError(
        "Standard output is not a terminal, so the strip cannot be drawn: "
          + "give a picture with -o, or use --layout.")
    }
  }

  /// Returns the size of the strip for the given options.
  ///
  /// A terminal shows one pixel per column. A strip with a given width is scaled down to the
  /// columns; otherwise the strip has a height that suits a terminal and shows as much as fits.
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
