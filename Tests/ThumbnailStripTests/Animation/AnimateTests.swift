// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import StripRendering
import Testing

@testable import thumbnail_strip

/// Animations of small galleries, compared with frames that are drawn one by one.
struct AnimateTests {
  private static let sizes = [(30, 40), (60, 40), (20, 50)]
  private static let viewport = GalleryViewport(
    preview: Size(width: 60, height: 50), strip: Size(width: 60, height: 20))

  private static let script = """
    # A swipe in the preview.
    {"gallery": {"pages": [{"id": 7}, {"id": 5, "width": 9, "height": 1}, {"id": 6}], \
    "viewport": {"preview": [60, 50], "strip": [60, 20]}AXIS}}
    {"at": 0.1, "call": "beginDrag", "surface": "preview"}
    {"at": 0.2, "call": "drag", "translation": -17.3}
    {"at": 0.2, "call": "frame"}
    {"at": 0.3, "call": "endDrag", "velocity": -300}

    """

  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for (index, (width, height)) in Self.sizes.enumerated() {
      let page = try Bitmap.page(index, width: width, height: height)
      try workspace.add("scans/\(index).png", try page.encoded(as: .png))
    }
    try workspace.add("a.jsonl", Self.script.replacing("AXIS", with: ""))
  }

  private func reader(_ name: String) throws -> AnimatedPNGReader {
    try AnimatedPNGReader(try workspace.bytes(name))
  }

  private func pictures(_ reader: AnimatedPNGReader) throws -> [[UInt8]] {
    try reader.pictures { try ImageDecoder.decode(ByteSource($0)).bitmap.colors }
  }

  /// What the script of the tests shows at a time, drawn on its own.
  private func expectedFrame(
    at time: Duration, scale: Double, configuration: GalleryConfiguration = .init()
  ) throws -> [UInt8] {
    let pages = try Self.sizes.enumerated().map { index, size in
      Page(
        id: PageID(rawValue: [7, 5, 6][index]),
        size: try PageSize(PixelSize(width: size.0, height: size.1)))
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

  // MARK: - Pixels

  @Test(arguments: [(1.0, 30), (1.5, 10)])
  func everyFrameIsWhatTheGalleryShows(scale: Double, fps: Int) throws {
    let outcome = try workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--scale", "\(scale)", "--fps",
      "\(fps)")

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
    let reader = try reader("a.png")
    #expect(reader.width == Int(60 * scale) && reader.height == Int(86 * scale))
    #expect(reader.playCount == 0)
    var number = 0
    for (frame, picture) in zip(reader.frames, try pictures(reader)) {
      let time = Duration.nanoseconds(number * 1_000_000_000 / fps)
      #expect(picture == (try expectedFrame(at: time, scale: scale)))
      #expect(frame.ticksPerSecond == fps)
      number += frame.delay
    }
    // Nothing moves before the drag, and the swipe comes to rest within a second.
    #expect(reader.frames.first?.delay ?? 0 > fps / 10)
    #expect((Int(0.3 * Double(fps))...2 * fps).contains(number))
  }

  @Test(arguments: ["rtl", "vertical"])
  func directionAndAxisAreThoseOfTheScript(kind: String) throws {
    var configuration = GalleryConfiguration()
    let member: String
    if kind == "rtl" {
      configuration.direction = .rightToLeft
      member = #", "direction": "rtl""#
    } else {
      configuration.axis = .vertical
      member = #", "axis": "vertical""#
    }
    try workspace.add("b.jsonl", Self.script.replacing("AXIS", with: member))

    let outcome = try workspace.program.run(
      "animate", "scans", "--script", "b.jsonl", "-o", "b.apng", "--fps", "20")

    #expect(outcome.status == 0)
    let reader = try reader("b.apng")
    var number = 0
    for (frame, picture) in zip(reader.frames, try pictures(reader)) {
      let time = Duration.milliseconds(50 * number)
      #expect(
        picture == (try expectedFrame(at: time, scale: 1, configuration: configuration)))
      number += frame.delay
    }
  }

  @Test func fewerBitsAreRounded() throws {
    let outcome = try workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--color-bits", "3")

    #expect(outcome.status == 0)
    let picture = try #require(try pictures(try reader("a.png")).first)
    let levels = Set((0...7).map { UInt8((Double($0) * 255 / 7).rounded()) })
    #expect(Set(picture).isSubset(of: levels))
  }

  @Test func backgroundIsBehindThePages() throws {
    let outcome = try workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--background", "#f00")

    #expect(outcome.status == 0)
    let picture = try #require(try pictures(try reader("a.png")).first)
    #expect(Array(picture.prefix(3)) == [255, 0, 0])
  }

  // MARK: - Video

  @Test func videoHasAllFrames() throws {
    let process = workspace.program.makeProcess(
      ["animate", "scans", "--script", "a.jsonl", "-o", "-", "--fps", "10"])
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = Array(try output.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    _ = try workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png", "--fps", "10")

    let header = Array("YUV4MPEG2 W60 H86 F10:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n".utf8)
    let count = try reader("a.png").frames.map(\.delay).reduce(0, +)
    #expect(bytes.starts(with: header))
    #expect(bytes.count == header.count + count * (6 + 3 * 60 * 86))
    for frame in 0..<count {
      let start = header.count + frame * (6 + 3 * 60 * 86)
      #expect(bytes[start..<start + 6].elementsEqual("FRAME\n".utf8))
    }
    let first = try expectedFrame(at: .zero, scale: 1).prefix(3).map(Int.init)
    let luminance = 16 + (66 * first[0] + 129 * first[1] + 25 * first[2] + 128) / 256
    #expect(abs(Int(bytes[header.count + 6]) - luminance) <= 1)
  }

  // MARK: - Inserted pages

  @Test(arguments: [false, true])
  func insertedPagesShowTheInputsThatAreLeft(isBatch: Bool) throws {
    let gallery =
      #"{"gallery": {"pages": [PAGES], "active": 1, "#
      + #""viewport": {"preview": [60, 50], "strip": [60, 20]}}}"# + "\n"
    let edit =
      #""call": "insert", "gap": 1, "focus": "inserted", "#
      + #""page": {"id": 6, "width": 9, "height": 1}"#
    let call = isBatch ? #""call": "batch", "requests": [{"# + edit + "}]" : edit
    try workspace.add(
      "a.jsonl",
      gallery.replacing("PAGES", with: #"{"id": 7}, {"id": 5}"#) + #"{"at": 0.1, "# + call + "}")
    try workspace.add(
      "b.jsonl", gallery.replacing("PAGES", with: #"{"id": 7}, {"id": 6}, {"id": 5}"#))

    let inserted = try workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "a.png")
    let placed = try workspace.program.run(
      "animate", "scans/0.png", "scans/2.png", "scans/1.png", "--script", "b.jsonl", "-o", "b.png")
    let missing = try workspace.program.run(
      "animate", "scans/0.png", "scans/1.png", "--script", "a.jsonl", "-o", "c.png")

    #expect(inserted == Program.Outcome(output: "", errors: "", status: 0))
    #expect(placed == inserted)
    #expect(missing == inserted)
    let picture = try #require(try pictures(try reader("a.png")).last)
    #expect(picture == (try pictures(try reader("b.png")).last))
    #expect(picture != (try pictures(try reader("c.png")).last))
  }

  // MARK: - Demos

  @Test(arguments: Demo.allValueStrings, [1, 2])
  func demosMakeNoMistakes(demo: String, pageCount: Int) throws {
    let pages = (0..<pageCount).map { "scans/\($0).png" }

    let outcome = try workspace.program.run(
      ["animate"] + pages + ["--demo", demo, "-o", "a.png", "--fps", "2", "--scale", "0.1"])

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
  }

  @Test(arguments: ["scroll", "rotate"], [1, 3])
  func demosPlayOnAnyNumberOfPages(demo: String, pageCount: Int) throws {
    let pages = (0..<pageCount).map { "scans/\($0).png" }

    let outcome = try workspace.program.run(
      ["animate"] + pages + [
        "--demo", demo, "-o", "a.png", "--fps", "5", "--scale", "0.25", "--width", "120",
        "--height", "200",
      ])

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
    let reader = try reader("a.png")
    #expect(reader.width == (demo == "scroll" ? 30 : 50) && reader.height == 50)
    #expect(reader.frames.count > 5)
  }
}

extension Bitmap {
  /// A page of stripes that are not the same in any two pages.
  fileprivate static func page(_ number: Int, width: Int, height: Int) throws -> Bitmap {
    var bitmap = try Bitmap(size: PixelSize(width: width, height: height), format: .rgbx8)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices where index % 4 != 3 {
        let (x, y) = (index / 4 % width, index / 4 / width)
        pixels[index] = UInt8((x * 5 + y * (3 + number) + index % 4 * 40) % 256)
      }
    }
    return bitmap
  }

  /// Red, green and blue of all pixels.
  fileprivate var colors: [UInt8] {
    withUnsafeBytes { bytes in
      format == .gray8
        ? bytes.flatMap { [$0, $0, $0] }
        : bytes.indices.filter { $0 % 4 != 3 }.map { bytes[$0] }
    }
  }
}
