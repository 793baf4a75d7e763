// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import Testing

struct InfoTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.addPage("a.png", width: 30, height: 40)
    try workspace.add("bad.jpg", "")
  }

  @Test func jsonHasEveryKey() throws {
    let outcome = try workspace.program.run("info", "--json", "a.png")

    let size = try workspace.bytes("a.png").count
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        {"path":"a.png","format":"png","width":30,"height":40,"orientation":1,\
        "displayWidth":30,"displayHeight":40,"aspectRatio":0.75,"density":null,"bitDepth":8,\
        "colorModel":"gray","isProgressive":false,"byteCount":\(size)}

        """)
  }

  @Test func whatIsIgnoredIsNoted() throws {
    // Given: a JFIF segment with a density of 1:65535.
    var bytes = try Bitmap(size: PixelSize(width: 30, height: 40), format: .gray8)
      .encoded(as: .jpeg(quality: 80))
    bytes.replaceSubrange(13..<18, with: [0, 0, 1, 0xFF, 0xFF])
    try workspace.add("odd.jpg", bytes)

    // When
    let table = try workspace.program.run("info", "odd.jpg")
    let lines = try jsonLines(try workspace.program.run("info", "--json", "odd.jpg").output)

    // Then
    let note = "The density of 1 x 65535 is implausible and was ignored."
    #expect(table.status == 0)
    #expect(table.errors == "thumbnail-strip: odd.jpg: \(note)\n")
    #expect(lines.first?["notes"] as? [String] == [note])
    #expect(lines.first?["aspectRatio"] as? Double == 0.75)
  }

  @Test func badPageHasAnErrorAndALine() throws {
    let outcome = try workspace.program.run("info", "--json", "bad.jpg", "a.png")

    #expect(outcome.status == 65)
    #expect(outcome.errors == "thumbnail-strip: bad.jpg: The file is empty.\n")
    let lines = try jsonLines(outcome.output)
    try #require(lines.count == 2)
    #expect(Set(lines[0].keys) == ["path", "error"])
    let error = try #require(lines[0]["error"] as? [String: Any])
    #expect(Set(error.keys) == ["code", "message", "offset"])
    #expect(error["code"] as? String == "emptyInput")
    #expect(lines[1]["path"] as? String == "a.png")
  }

  @Test func missingFileHasAnErrorToo() throws {
    let outcome = try workspace.program.run("info", "--json", "gone.png")

    #expect(outcome.status == 66)
    #expect(
      outcome.output == """
        {"path":"gone.png","error":{"code":"missingInput",\
        "message":"No such file or directory.","offset":null}}

        """)
  }

  @Test func tableIsAligned() throws {
    try workspace.addPage("wide.png", width: 1234, height: 7)

    let outcome = try workspace.program.run("info", "a.png", "wide.png")

    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 3)
    let columns = try lines.map { line in
      let name = try #require(line.split(separator: " ").last)
      return line.distance(from: line.startIndex, to: try #require(line.range(of: name)).lowerBound)
    }
    #expect(Set(columns).count == 1)
    #expect(lines[2].contains("1234x7") && lines[2].contains("176.2857"))
  }

  @Test func fullDiskIsAnInputOutputError() throws {
    let process = workspace.program.makeProcess(["info", "--json", "a.png"])
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()

    #expect(process.terminationStatus == 74)
  }

  /// A reader that closes its end, like `head`, is not an error.
  @Test func brokenPipeEndsQuietly() throws {
    #expect(
      try workspace.program.runWithoutReader("info", "--json", "a.png")
        == .init(output: "", errors: "", status: 128 + SIGPIPE))
  }

  @Test func sampleOrientationsAreOneShape() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let outcome = try Program(folder: root).run("info", "--json", "SampleDocs/phone")

    let lines = try jsonLines(outcome.output)
    #expect(lines.map { $0["orientation"] as? Int } == Array(1...8))
    #expect(Set(lines.map { $0["aspectRatio"] as? Double }) == [0.75])
  }
}
