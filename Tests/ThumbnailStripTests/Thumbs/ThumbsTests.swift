// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

struct ThumbsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for number in 1...3 { try workspace.addPage("in/p\(number).png", width: 300, height: 400) }
  }

  @Test func aPageTooWideForTheFormatBecomesLower() throws {
    try workspace.addPage("wide.png", width: 200_000, height: 4)

    let outcome = try workspace.program.run("thumbs", "wide.png", "-o", "out", "--height", "4")

    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      try workspace.picture("out/wide.jpg").size == PixelSize(width: 65_500, height: 1))
  }

  @Test func everyPageGetsAThumbnail() throws {
    let outcome = try workspace.program.run("thumbs", "in", "-o", "out/deep", "--height", "20")

    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(outcome.output == "out/deep/p1.jpg\nout/deep/p2.jpg\nout/deep/p3.jpg\n")
    #expect(try workspace.names(in: "out/deep") == ["p1.jpg", "p2.jpg", "p3.jpg"])
    #expect(try workspace.picture("out/deep/p1.jpg").size == PixelSize(width: 15, height: 20))
  }

  /// A folder of scans may be named by mistake.
  @Test func aFileOfOthersIsKept() throws {
    let scan = try workspace.bytes("in/p3.png")
    try workspace.add("out/p2.jpg", scan)
    let kept = try workspace.program.run("thumbs", "in", "-o", "out")
    #expect(kept.status == 73 && kept.output == "out/p1.jpg\nout/p3.jpg\n", "\(kept)")
    let words = "out/p2.jpg: The file already exists; --overwrite replaces it."
    #expect(kept.errors.contains(words), "\(kept)")
    #expect(try workspace.bytes("out/p2.jpg") == scan)

    let replaced = try workspace.program.run("thumbs", "in", "-o", "out", "--overwrite")
    #expect(replaced.status == 0, "\(replaced)")
    #expect(try workspace.picture("out/p2.jpg").size == PixelSize(width: 99, height: 132))
  }

  /// They are never up to date, but they are the program's own.
  @Test func thumbnailsOfDamagedPagesAreReplaced() throws {
    try workspace.add("cut.png", Array(workspace.bytes("in/p1.png").dropLast(60)))
    for _ in 0..<2 {
      let made = try workspace.program.run("thumbs", "cut.png", "-o", "out", "--json")
      #expect(made.status == 0 && made.output.contains(#""isDamaged":true"#), "\(made)")
    }
  }

  @Test func anyNumberOfJobsIsTaken() throws {
    let made = try workspace.program.run("thumbs", "in", "-o", "out", "--jobs", "\(Int.max)")
    #expect(made.status == 0 && made.output.split(separator: "\n").count == 3, "\(made)")
  }

  @Test func heightIs132Pixels() throws {
    #expect(try workspace.program.run("thumbs", "in", "-o", "out").status == 0)
    #expect(try workspace.picture("out/p1.jpg").size == PixelSize(width: 99, height: 132))
  }

  @Test func longSideLimitsBothSides() throws {
    try workspace.addPage("wide.png", width: 400, height: 100)

    let outcome = try workspace.program.run(
      "thumbs", "in/p1.png", "wide.png", "-o", "out", "--long-side", "40", "--format", "png")

    #expect(outcome.status == 0)
    #expect(try workspace.picture("out/p1.png").size == PixelSize(width: 30, height: 40))
    #expect(try workspace.picture("out/wide.png").size == PixelSize(width: 40, height: 10))
  }

  @Test func aCamerasOwnThumbnailIsTakenWhenAsked() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../SampleDocs/camera/letter.jpg").standardizedFileURL.path
    for (folder, options) in [
      ("usual", []), ("quick", ["--embedded"]), ("strict", ["--embedded", "--strict"]),
    ] {
      let outcome = try workspace.program.run(["thumbs", page, "-o", folder] + options)
      #expect(outcome.status == 0 && outcome.errors.isEmpty)
    }

    #expect(try workspace.picture("quick/letter.jpg").size == PixelSize(width: 99, height: 132))
    let quick = try workspace.bytes("quick/letter.jpg")
    #expect(try quick != workspace.bytes("usual/letter.jpg"))
    #expect(try quick != workspace.bytes("strict/letter.jpg"))
  }

  @Test func pagesAreNotEnlarged() throws {
    try workspace.addPage("small.png", width: 6, height: 8)

    #expect(try workspace.program.run("thumbs", "small.png", "-o", "out").status == 0)
    #expect(try workspace.picture("out/small.jpg").size == PixelSize(width: 6, height: 8))
  }

  @Test func jsonHasEveryKey() throws {
    try workspace.add("bad.png", "x")

    let outcome = try workspace.program.run(
      "thumbs", "in/p1.png", "bad.png", "-o", "out", "--json", "--height", "20")

    #expect(outcome.status == 65)
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 2)
    #expect(
      lines[0] == """
        {"path":"in/p1.png","output":"out/p1.jpg","width":15,"height":20,"isDamaged":false,\
        "warningCount":0,"isUpToDate":false}
        """)
    #expect(Set(try jsonLines(String(lines[1]))[0].keys) == ["path", "error"])
  }

  @Test func badPageLeavesNoFile() throws {
    try workspace.add("bad.png", "x")

    #expect(try workspace.program.run("thumbs", "bad.png", "in", "-o", "out").status == 65)
    #expect(try workspace.names(in: "out") == ["p1.jpg", "p2.jpg", "p3.jpg"])
  }

  @Test func damagedPageIsShownUnlessStrict() throws {
    let noise = try noisyPage()
    try workspace.add("cut.jpg", Array(noise.prefix(noise.count / 2)))

    let tolerant = try workspace.program.run("thumbs", "cut.jpg", "-o", "out", "--json")
    let strict = try workspace.program.run("thumbs", "cut.jpg", "-o", "out2", "--json", "--strict")

    #expect(tolerant.status == 0)
    #expect(try jsonLines(tolerant.output).first?["isDamaged"] as? Bool == true)
    #expect(strict.status == 65)
    #expect(try workspace.names(in: "out2").isEmpty)
  }

  private func noisyPage() throws -> [UInt8] {
    var generator = SeededGenerator(seed: 7)
    var bitmap = try Bitmap(size: PixelSize(width: 200, height: 300), format: .gray8)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices { pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    }
    return try bitmap.encoded(as: .jpeg(quality: 80))
  }

  // MARK: - Names

  @Test func pagesOfOneNameGetNumbers() throws {
    for name in ["a/r.png", "b/r.png", "c/r-2.png"] { try workspace.addPage(name) }

    let outcome = try workspace.program.run("thumbs", "a", "b", "c", "-o", "out")

    #expect(outcome.output == "out/r.jpg\nout/r-3.jpg\nout/r-2.jpg\n")
  }

  @Test func oldThumbnailIsReplaced() throws {
    try workspace.add("out/p1.jpg", "old")

    #expect(try workspace.program.run("thumbs", "in/p1.png", "-o", "out").status == 0)
    #expect(try workspace.bytes("out/p1.jpg").starts(with: [0xFF, 0xD8]))
  }

  @Test func anyNumberOfJobsGivesTheSame() throws {
    for number in 4...24 {
      try workspace.addPage(
        "in/p\(number).png", width: 40 * number, height: 50, white: UInt8(number))
    }
    let outcomes = try ["1", "4"].map { jobs in
      try workspace.program.run("thumbs", "in", "-o", "out\(jobs)", "--jobs", jobs, "--json")
    }
    #expect(outcomes[0].output.replacing("out1/", with: "out4/") == outcomes[1].output)
    for name in try workspace.names(in: "out1") {
      #expect(try workspace.bytes("out1/\(name)") == workspace.bytes("out4/\(name)"))
    }
  }

  @Test func aFileInThePlaceOfTheFolderIsLeftAlone() throws {
    try workspace.add("out", "not a folder")
    let outcome = try workspace.program.run("thumbs", "in", "-o", "out")
    #expect(
      outcome
        == .init(
          output: "",
          errors: "thumbnail-strip: out: The folder cannot be created: Not a directory.\n",
          status: 73)
    )
    #expect(try workspace.bytes("out") == Array("not a folder".utf8))
  }
}
