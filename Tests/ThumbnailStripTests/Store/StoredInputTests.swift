// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import PageStorage
import Testing

/// Commands that show the pages of a store instead of files.
struct StoredInputTests {
  private let store: StoreWorkspace
  private var workspace: Workspace { store.workspace }

  init() throws {
    store = try StoreWorkspace()
    // A wide page, dark on the left: after the rotation, the dark half is on top.
    var bitmap = try Bitmap(size: PixelSize(width: 400, height: 200), format: .gray8, fill: 255)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices where index % 400 < 200 { pixels[index] = 0 }
    }
    try workspace.add("in/1.png", try bitmap.encoded(as: .png))
    try workspace.add("in/2.jpg", try bitmap.encoded(as: .jpeg(quality: 90)))
    try store.output("store ingest --store s in")
  }

  private func jsonLines(_ arguments: String) throws -> [[String: Any]] {
    try ThumbnailStripTests.jsonLines(store.output(arguments))
  }

  @Test func infoComesFromTheCatalog() throws {
    try store.output("store rotate --store s 1")
    // Only the catalog is read.
    try store.damage(store.original(of: 1))

    let lines = try jsonLines("info --json --store s --document 1")

    #expect(lines.map { $0["path"] as? String } == ["page-1", "page-2"])
    #expect(lines.map { $0["rotation"] as? Int } == [90, 0])
    #expect(lines.map { $0["displayWidth"] as? Int } == [200, 400])
    #expect(lines.map { $0["aspectRatio"] as? Double } == [0.5, 2])
  }

  @Test func infoOfPagesEqualsThatOfFiles() throws {
    var stored = try jsonLines("info --json --store s --document 1")
    let files = try jsonLines("info --json in")
    try #require(stored.count == 2 && files.count == 2)
    for index in stored.indices {
      stored[index]["rotation"] = nil
      stored[index]["path"] = files[index]["path"]
      #expect(NSDictionary(dictionary: stored[index]) == NSDictionary(dictionary: files[index]))
    }
  }

  @Test func thumbnailsAreThoseOfTheFiles() throws {
    #expect(
      try store.output("thumbs --store s --document 1 -o out --height 40")
        == "out/page-1.jpg\nout/page-2.jpg\n")
    try store.output("thumbs in -o files --height 40")

    #expect(try workspace.bytes("out/page-1.jpg") == workspace.bytes("files/1.jpg"))
    #expect(try workspace.bytes("out/page-2.jpg") == workspace.bytes("files/2.jpg"))
  }

  @Test func thumbnailsComeFromTheCacheOfTheStore() async throws {
    let command = "thumbs --store s --document 1 --height 40 -o"
    try store.output("\(command) first")
    let path = workspace.url.appendingPathComponent("s").path

    // Byte for byte those of the store itself.
    for name in try workspace.names(in: "s/thumbnails") {
      try FileManager.default.removeItem(atPath: "\(path)/thumbnails/\(name)")
    }
    let opened = try await PageStore.open(at: path)
    let style = ThumbnailStyle(.fit(PixelSize(width: 65_500, height: 40)))
    for (page, name) in [(1, "first/page-1.jpg"), (2, "first/page-2.jpg")] {
      let found = try await opened.thumbnail(of: PageID(UInt64(page)), style: style)
      #expect(try workspace.bytes(name) == found.bytes)
    }
    await opened.close()

    // A modified cache entry is rendered and stored again.
    try damageCache()
    try store.output("\(command) second")
    for page in [1, 2] { try store.damage(store.original(of: page)) }
    try store.output("\(command) third")
    for folder in ["second", "third"] {
      for name in ["page-1.jpg", "page-2.jpg"] {
        #expect(try workspace.bytes("\(folder)/\(name)") == workspace.bytes("first/\(name)"))
      }
    }

    // The cache is not searched for unsupported variants.
    for options in ["--strict", "--embedded", "--quality 81", "--format png", "--height 41"] {
      #expect(try store.run("\(command) other \(options)").status == 65, "\(options)")
    }
    try store.output("store rotate --store s 1")
    #expect(try store.run("\(command) other").output == "other/page-2.jpg\n")
  }

  /// Changes a byte of each JPEG in the cache file.
  private func damageCache() throws {
    var bytes = try workspace.bytes("s/thumbnails/cache.sqlite")
    let starts = bytes.indices.dropLast(400).filter { start in
      bytes[start...].starts(with: [0xFF, 0xD8, 0xFF])
    }
    #expect(starts.count == 2)
    for start in starts { bytes[start + 300] ^= 1 }
    try workspace.add("s/thumbnails/cache.sqlite", bytes)
  }

  @Test(arguments: [(90, true), (270, false)])
  func thumbnailsAreTurned(degrees: Int, isDarkOnTop: Bool) throws {
    try store.output("store rotate --store s 1 2 --by \(degrees)")

    try store.output("thumbs --store s --document 1 -o out --height 60 --format png")

    for name in ["out/page-1.png", "out/page-2.png"] {
      let picture = try workspace.picture(name)
      #expect(picture.size == PixelSize(width: 30, height: 60))
      let (top, bottom) = picture.withUnsafeBytes { ($0[30 * 10], $0[30 * 50]) }
      #expect(isDarkOnTop ? top < 20 && bottom > 235 : top > 235 && bottom < 20, "\(name)")
    }
  }

  @Test func aDamagedPageIsAPlaceholderAndIsReported() throws {
    try workspace.add("bad.jpg", [0xFF, 0xD8, 0xFF, 0xD9])
    _ = try store.run("store ingest --store s --document 1 --keep-damaged bad.jpg")
    try store.damage(store.original(of: 1))

    let outcome = try store.run("render --store s --document 1 -o strip.png")

    #expect(outcome.status == 65)
    let reports = outcome.errors.split(separator: "\n")
    #expect(reports.count == 2)
    #expect(reports[0].hasPrefix("thumbnail-strip: page-1: The store is damaged: the original "))
    #expect(reports[1].contains(": The image is malformed at byte 2: "))
    #expect(try workspace.picture("strip.png").size == PixelSize(width: 1280, height: 132))
  }

  @Test func aStripNeedsNoCommand() throws {
    try store.output("--store s --document 1 -o strip.png --active 2")
    try store.output("in -o files.png --active 2")

    #expect(try workspace.bytes("strip.png") == workspace.bytes("files.png"))
  }

  @Test func layoutTakesShapesFromTheCatalog() throws {
    try store.output("store rotate --store s 1")
    try store.damage(store.original(of: 1))

    let text = try store.output("render --store s --document 1 --layout")

    #expect(text.contains(#""path":"page-1""#))
    let layout = try #require(
      JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let cells = try #require(layout["cells"] as? [[String: Any]])
    let size = try #require(cells[0]["size"] as? [String: Double])
    // The open page is half as wide as it is high.
    #expect(size["width"] == 33 && size["height"] == 66)
  }

  @Test func manyPagesAreLookedUpWhereTheyAreSeen() throws {
    // Page 1 is the only one with another width.
    try store.output("store rotate --store s 1")
    for copy in 2...13 {
      try store.output("store duplicate --store s --document 1")
      try store.output("store merge --store s --document \(copy) --into 1")
    }
    // 8,192 pages, odd ones rotated.
    for (active, width) in [("first", 33.0), ("4097", 33), ("last", 132)] {
      let text = try store.output("--store s --document 1 --layout --active \(active)")
      let layout = try #require(
        JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      #expect(layout["itemCount"] as? Int == 8_192)
      let open = try #require(layout["activeIndex"] as? Int)
      #expect(open == ["first": 0, "4097": 4_096, "last": 8_191][active])
      let cells = try #require(layout["cells"] as? [[String: Any]])
      let cell = try #require(cells.first { $0["index"] as? Int == open })
      #expect((cell["size"] as? [String: Double])?["width"] == width)
    }
    let paths = try jsonLines("info --json --store s --document 1").map { $0["path"] as? String }
    #expect(paths.count == 8_192 && Set(paths).count == 8_192 && paths[1] == "page-2")
  }

  @Test func animationsShowStoredPages() throws {
    try store.output(
      "animate --store s --document 1 --demo cards -o cards.png --fps 2 --scale 0.2")
    try store.output("animate in --demo cards -o files.png --fps 2 --scale 0.2")

    #expect(try workspace.bytes("cards.png") == workspace.bytes("files.png"))
  }

  /// A file in the current folder with the name of a page is not an input: a link to it is replaced.
  @Test func aLinkToAFileNamedLikeAPageIsReplaced() throws {
    try workspace.add("page-1", "x")
    try workspace.link("strip.png", to: "page-1")

    try store.output("render --store s --document 1 -o strip.png")

    #expect(try workspace.bytes("page-1") == Array("x".utf8))
    #expect(try workspace.bytes("strip.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }
}
