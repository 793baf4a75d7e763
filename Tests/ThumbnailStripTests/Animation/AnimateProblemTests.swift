// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The messages of `animate` after errors, and the files it leaves behind.
struct AnimateProblemTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    try workspace.addPage("scans/1.png")
    try workspace.addPage("scans/2.png")
    try workspace.add("a.jsonl", AnimateScript.gallery)
  }

  // MARK: - Usage

  static let mistakes: [(String, String)] = [
    ("-o a.png", "Either --script or --demo must be given."),
    ("-o a.png --demo scroll --script a.jsonl", "--script and --demo are mutually exclusive."),
    ("-o a.png --demo dance", "--demo"),
    ("--demo scroll", "--output"),
    ("-o a.jpg --demo scroll", "must end in .png or .apng"),
    ("-o apng --demo scroll", "must end in .png or .apng"),
    ("-o a.png --demo scroll --fps 0", "--fps must be in 1...60"),
    ("-o a.png --demo scroll --fps 61", "--fps must be in 1...60"),
    ("-o a.png --demo scroll --scale 0", "--scale must be a positive number"),
    ("-o a.png --demo scroll --scale inf", "--scale must be a positive number"),
    ("-o a.png --demo scroll --scale 1000", "pixels"),
    ("-o a.png --demo scroll --scale 1e-9", "at a scale of 1e-09 has no pixels"),
    ("-o a.png --demo scroll --width 82", "--width must be more than 82"),
    ("-o a.png --demo scroll --height nan", "--height must be more than 82"),
    ("-o a.png --script a.jsonl --width 300", "--width and --height are for --demo"),
    ("-o a.png --demo scroll --color-bits 2", "--color-bits must be in 3...8"),
    ("-o a.png --demo scroll --color-bits 9", "--color-bits must be in 3...8"),
    ("-o - --demo scroll --color-bits 5", "--color-bits is for a PNG"),
    ("- -o a.png --script -", "can be read only once"),
    ("-o a.png --demo scroll --background pink", "--background"),
  ]

  @Test(arguments: mistakes)
  func mistakeIsExplainedAndMakesNothing(arguments: String, words: String) throws {
    let outcome = try workspace.program.run(
      ["animate", "scans"] + arguments.split(separator: " ").map(String.init))

    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.replacing("\n", with: " ").contains(words))
    #expect(try workspace.names() == ["a.jsonl", "scans"])
  }

  @Test func fewerInputsThanPagesAreAUsageError() throws {
    let outcome = try workspace.animate(AnimateScript.gallery, ["scans/1.png"])

    #expect(outcome.status == 64)
    #expect(
      outcome.errors == "thumbnail-strip: The script shows 2 pages, but the inputs have 1.\n")
    #expect(try workspace.names() == ["a.jsonl", "scans"])
  }

  // MARK: - Pages

  @Test func badPageIsAPlaceholder() throws {
    try workspace.add("bad.png", "no picture")

    let outcome = try workspace.animate(AnimateScript.gallery, ["bad.png", "scans"])

    #expect(outcome.status == 65)
    #expect(outcome.errors.hasPrefix("thumbnail-strip: bad.png: "))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    // The page has no shape, and fills the preview.
    #expect(try workspace.picture("a.png").rgb(x: 1, y: 1) == [0xEC, 0xEB, 0xE7])
  }

  @Test func missingPagesAndScriptsAreMissingInput() throws {
    let page = try workspace.animate(AnimateScript.gallery, ["gone.png", "scans"])
    let pages = try workspace.animate(AnimateScript.gallery, ["gone.png", "away.png"])
    let script = try workspace.program.run(
      "animate", "scans", "--script", "gone.jsonl", "-o", "b.png")

    #expect(page.status == 66)
    #expect(page.errors == "thumbnail-strip: gone.png: No such file or directory.\n")
    #expect(pages.status == 66)
    #expect(pages.errors.split(separator: "\n").count == 2)
    #expect(script.status == 66)
    #expect(script.errors == "thumbnail-strip: gone.jsonl: No such file or directory.\n")
    #expect(try workspace.names() == ["a.jsonl", "a.png", "scans"])
  }

  // MARK: - Outputs

  @Test func inputsAndTheScriptAreNeverOverwritten() throws {
    let page = try workspace.bytes("scans/1.png")
    try workspace.link("script.png", to: "a.jsonl")
    for output in ["scans/1.png", "script.png"] {
      let outcome = try workspace.program.run(
        "animate", "scans", "--script", "a.jsonl", "-o", output)

      #expect(outcome.status == 73)
      #expect(
        outcome.errors
          == "thumbnail-strip: \(output): The output would overwrite an input.\n")
    }
    #expect(try workspace.bytes("scans/1.png") == page)
    #expect(try workspace.bytes("a.jsonl") == Array(AnimateScript.gallery.utf8))
  }

  @Test func outputNeedsItsFolder() throws {
    let outcome = try workspace.program.run(
      "animate", "scans", "--script", "a.jsonl", "-o", "missing/a.png")

    #expect(outcome.status == 73)
    #expect(
      outcome.errors.hasPrefix("thumbnail-strip: missing/a.png: The file cannot be created: "))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
  func terminalIsNoPlaceForVideo() throws {
    let process = workspace.program.makeProcess([
      "-qec", "'\(Program.url.path)' animate scans --demo scroll -o -", "/dev/null",
    ])
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    let output = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()

    #expect(process.terminationStatus == 64)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains("Raw video cannot be written to a terminal"))
  }

  @Test func readerThatGoesAwayHasSeenEnough() throws {
    let process = workspace.program.makeProcess([
      "-c",
      "{ env --default-signal=PIPE \"$0\" animate scans --demo scroll -o -; echo $? >&2; } | "
        + "head -c 9",
      Program.url.path,
    ])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()

    #expect(bytes.elementsEqual("141\n".utf8), "SIGPIPE")
  }

  @Test func fullDiskIsAnOutputError() throws {
    let process = workspace.program.makeProcess([
      "-c", "exec \"$0\" animate scans --script a.jsonl -o - > /dev/full", Program.url.path,
    ])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()

    #expect(process.terminationStatus == 74)
  }
}
