// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering

@testable import StripCommands

/// Three small pages, a script of a swipe, and its expected frames, drawn individually.
struct AnimationExample {
  static let sizes = [(30, 40), (60, 40), (20, 50)]
  static let viewport = GalleryViewport(
    preview: Size(width: 60, height: 50), strip: Size(width: 60, height: 20))

  static let script = """
    # A swipe in the preview.
    {"gallery": {"pages": [{"id": 7}, {"id": 5, "width": 9, "height": 1}, {"id": 6}], \
    "viewport": {"preview": [60, 50], "strip": [60, 20]}AXIS}}
    {"at": 0.1, "call": "beginDrag", "surface": "preview"}
    {"at": 0.2, "call": "drag", "translation": -17.3}
    {"at": 0.2, "call": "frame"}
    {"at": 0.3, "call": "endDrag", "velocity": -300}

    """

  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for (index, (width, height)) in Self.sizes.enumerated() {
      let page = try Bitmap.page(index, width: width, height: height)
      try workspace.add("scans/\(index).png", try page.encoded(as: .png))
    }
    try workspace.add("a.jsonl", Self.script.replacing("AXIS", with: ""))
  }

  func reader(_ name: String) throws -> AnimatedPNGReader {
    try AnimatedPNGReader(try workspace.bytes(name))
  }

  func pictures(_ reader: AnimatedPNGReader) throws -> [[UInt8]] {
    try reader.pictures { try ImageDecoder.decode(ByteSource($0)).bitmap.colors }
  }

  /// The expected frame of the script at a time, drawn independently.
  func expectedFrame(
    at time: Duration, scale: Double, configuration: GalleryConfiguration = .init()
  ) throws -> [UInt8] {
    let pages = try Self.sizes.enumerated().map { index, size in
      Page(
        id: PageID(rawValue: [7, 5, 6][index]),
        size: try PageShape(PixelSize(width: size.0, height: size.1)))
    }
    var session = try GallerySession(
      pages: pages, viewport: Self.viewport, configuration: configuration)
    if time >= .milliseconds(100) { session.beginDrag(.preview, at: .milliseconds(100)) }
    if time >= .milliseconds(200) {
      try session.drag(translation: -17.3, at: .milliseconds(200))
    }
    if time >= .milliseconds(300) { try session.endDrag(velocity: -300, at: .milliseconds(300)) }
    let renderer = FrameRenderer(scale: scale, axis: configuration.axis)
    return try renderer.bitmap(
      of: session.frame(at: time), canvasSize: renderer.size(of: Self.viewport)
    ) { wanted in
      let file = ["7": 0, "5": 1, "6": 2][wanted.page.description] ?? 0
      let options = DecodingOptions(target: .fill(wanted.size), allowsUpscaling: true)
      let bytes = (try? workspace.bytes("scans/\(file).png")) ?? []
      return try? ImageDecoder.decode(ByteSource(bytes), options: options).bitmap
    }.colors
  }
}

extension Bitmap {
  /// A page of stripes that differ between any two pages.
  static func page(_ number: Int, width: Int, height: Int) throws -> Bitmap {
    var bitmap = try Bitmap(size: PixelSize(width: width, height: height), format: .rgbx8)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices where index % 4 != 3 {
        let (x, y) = (index / 4 % width, index / 4 / width)
        pixels[index] = UInt8((x * 5 + y * (3 + number) + index % 4 * 40) % 256)
      }
    }
    return bitmap
  }

  /// The red, green and blue values of all pixels.
  var colors: [UInt8] {
    withUnsafeBytes { bytes in
      format == .gray8
        ? bytes.flatMap { [$0, $0, $0] }
        : bytes.indices.filter { $0 % 4 != 3 }.map { bytes[$0] }
    }
  }
}
