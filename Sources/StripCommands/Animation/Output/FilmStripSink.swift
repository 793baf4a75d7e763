// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySystem
import PageImaging

/// A still image of a few frames side by side, in a file.
struct FilmStripSink: FrameSink {
  /// The distance between two frames, in pixels.
  static let gap = 8

  private let file: Int32
  private let colorBits: Int

  /// The indexes of the frames to show, ascending.
  private let wanted: [Int]
  private var shown: [Bitmap] = []

  /// Creates an empty image.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - wanted: The indexes of the frames to show, ascending; after the end, the last frame is
  ///     shown.
  ///   - frameCount: The number of frames of the animation, at least 1.
  ///   - colorBits: The bits per color channel.
  init(_ file: Int32, wanted: [Int], frameCount: Int, colorBits: Int) {
    self.file = file
    self.wanted = wanted.map { min($0, frameCount - 1) }
    self.colorBits = colorBits
  }

  func needs(_ index: Int) -> Bool { wanted.contains(index) }

  mutating func add(_ frame: Bitmap) throws {
    let index = wanted[shown.count]
    while shown.count < wanted.count, wanted[shown.count] == index { shown.append(frame) }
  }

  mutating func finish() throws {
    guard !shown.isEmpty else { return }
    let strip = try Bitmap(sideBySide: shown, gap: Self.gap)
    try SystemCalls.write(try strip.rounded(toBits: colorBits).encoded(as: .png), to: file)
  }
}

extension Bitmap {
  /// Creates an image of images of the same size and format, side by side on white.
  fileprivate init(sideBySide pictures: [Bitmap], gap: Int) throws(ImagingError) {
    let (size, format) = (pictures[0].size, pictures[0].format)
    let width = pictures.count * (size.width + gap) - gap
    try self.init(size: PixelSize(width: width, height: size.height), format: format)
    let bytesPerRow = bytesPerRow
    for (place, picture) in pictures.enumerated() {
      let left = place * (size.width + gap) * format.bytesPerPixel
      try withUnsafeMutableBytes { target in
        picture.withUnsafeBytes { source in
          for row in 0..<size.height {
            let pixels = source[row * picture.bytesPerRow..<(row + 1) * picture.bytesPerRow]
            let start = row * bytesPerRow + left
            let place = UnsafeMutableRawBufferPointer(
              rebasing: target[start..<start + picture.bytesPerRow])
            place.copyBytes(from: pixels)
          }
        }
      }
    }
  }
}
