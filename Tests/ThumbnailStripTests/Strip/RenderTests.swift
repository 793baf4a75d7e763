// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

struct RenderTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for number in 1...12 {
      try workspace.addPage("scans/page\(number).png", white: UInt8(number * 20))
    }
  }

  // MARK: - Picture

  @Test(arguments: [("1", 20), ("first", 20), ("3", 60), ("last", 240), ("12", 240)])
  func activePageIsInTheMiddle(active: String, white: Int) throws {
    let outcome = try workspace.program.run("scans", "-o", "strip.png", "--active", active)

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
    let picture = try workspace.picture("strip.png")
    #expect(picture.size == PixelSize(width: 1280, height: 132))
    #expect(picture.gray(x: 640, y: 66) == UInt8(white))
  }

  @Test func sizeAndScaleMakeThePicture() throws {
    let outcome = try workspace.program.run(
      "render", "scans", "-o", "a.png", "--width", "100.5", "--height", "30", "--scale", "1.5")

    #expect(outcome.status == 0)
    #expect(try workspace.picture("a.png").size == PixelSize(width: 151, height: 45))
  }

  @Test(arguments: ["a.png", "a.PNG", "a.jpg", "a.jpeg", "a.JPG"])
  func fileExtensionDeterminesTheFormat(name: String) throws {
    #expect(try workspace.program.run("scans", "-o", name).status == 0)

    let header = try ImageHeader(reading: ByteSource(try workspace.bytes(name)))
    #expect(header.format == (name.lowercased().hasSuffix("png") ? .png : .jpeg))
  }

  @Test(arguments: ["#f00", "#FF0000", "#ff0000"])
  func backgroundFillsTheGaps(color: String) throws {
    let outcome = try workspace.program.run("scans", "-o", "a.png", "--background", color)

    #expect(outcome.status == 0)
    #expect(try workspace.picture("a.png").rgb(x: 0, y: 0) == [255, 0, 0])
  }

  @Test(arguments: ["20", "66"])
  func gapsAreTheSameAtAnyHeight(height: String) throws {
    let outcome = try workspace.program.run(
      "scans", "--layout", "--width", "400", "--height", height)

    // The second and the third page are closed: between them is the collapsed gap.
    let left = try lefts(of: outcome.output)
    let width = try #require(Double(height)) / 2
    try #require(left.count >= 3)
    #expect(left[2].isApproximately(left[1] + width + 4, tolerance: 1e-9))
  }

  @Test(arguments: ["0.001", "1", "66.7", "67", "100", "123.456", "1000", "4000"])
  func everyHeightGivesAStrip(height: String) throws {
    let outcome = try workspace.program.run("scans", "--layout", "--height", height)

    #expect(outcome.status == 0 && outcome.errors.isEmpty)
  }

  private func lefts(of layout: String) throws -> [Double] {
    let line = layout.split(separator: "\n").joined()
    let object = try #require(try jsonLines(line).first)
    let cells = try #require(object["cells"] as? [[String: Any]])
    return cells.compactMap { ($0["frame"] as? [String: Any])?["x"] as? Double }
  }

  @Test func layoutIsAsCommitted() throws {
    let outcome = try workspace.program.run("scans", "--layout", "--active", "3")

    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    try Snapshots.expect(outcome.output, matches: "layout.json")
  }

  // MARK: - Bad pages

  @Test func badPageBecomesAPlaceholder() throws {
    try workspace.add("bad.jpg", "no picture")

    let outcome = try workspace.program.run("bad.jpg", "scans", "-o", "strip.png")

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("thumbnail-strip: bad.jpg: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    let picture = try workspace.picture("strip.png")
    #expect(picture.rgb(x: 640, y: 1) == [0xEC, 0xEB, 0xE7])
    // The next page is drawn normally.
    #expect(picture.gray(x: 640 + 33 + 28 + 10, y: 66) == 20)
  }

  @Test func pagesOutOfSightAreNotDecoded() throws {
    try workspace.add("z.png", [0x89, 0x50, 0x4E, 0x47] + Array(repeating: 0, count: 40))

    let outcome = try workspace.program.run("scans", "z.png", "-o", "a.png", "--width", "100")

    #expect(outcome == Program.Outcome(output: "", errors: "", status: 0))
  }

  @Test func missingPageKeepsItsPlace() throws {
    let outcome = try workspace.program.run("gone.png", "scans", "-o", "a.png", "--active", "2")

    #expect(outcome.status == 66)
    #expect(outcome.errors == "thumbnail-strip: gone.png: No such file or directory.\n")
    #expect(try workspace.picture("a.png").gray(x: 640, y: 66) == 20)
  }

  @Test func nothingButMissingPagesMakeNoPicture() throws {
    let outcome = try workspace.program.run("gone.png", "away", "-o", "a.png")

    #expect(outcome.status == 66)
    #expect(
      outcome.errors == """
        thumbnail-strip: gone.png: No such file or directory.
        thumbnail-strip: away: No such file or directory.

        """)
    #expect(try workspace.names() == ["scans"])
  }

  @Test func folderWithoutPagesIsMissingInput() throws {
    try workspace.add("texts/a.txt", "hello")

    let outcome = try workspace.program.run("texts", "-o", "a.png")

    #expect(
      outcome
        == .init(
          output: "", errors: "thumbnail-strip: There are no pages in the inputs.\n", status: 66))
  }

  @Test func missingInputIsGraverThanABadPage() throws {
    try workspace.add("bad.jpg", "no picture")

    #expect(try workspace.program.run("bad.jpg", "gone.png", "-o", "a.png").status == 66)
  }
}

extension Bitmap {
  /// Returns the red, green and blue values of one pixel.
  func rgb(x: Int, y: Int) -> [UInt8] {
    withUnsafeBytes { pixels in
      let start = y * bytesPerRow + x * format.bytesPerPixel
      return format == .gray8
        ? Array(repeating: pixels[start], count: 3) : Array(pixels[start..<start + 3])
    }
  }

  /// Returns the shade of a gray pixel, zero if it has a hue.
  func gray(x: Int, y: Int) -> UInt8 {
    let color = rgb(x: x, y: y)
    return Set(color).count == 1 ? color[0] : 0
  }
}
