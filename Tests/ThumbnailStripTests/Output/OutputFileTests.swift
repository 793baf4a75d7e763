// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import Testing

@testable import StripCommands

/// The effect of the program's output on existing files.
struct OutputFileTests {
  private let workspace: Workspace
  private let page: [UInt8]

  init() throws {
    workspace = try Workspace()
    try workspace.addPage("in/page.png")
    page = try workspace.bytes("in/page.png")
  }

  @Test func inputIsNeverOverwritten() throws {
    try workspace.link("soft.png", to: "in/page.png")
    try FileManager.default.linkItem(
      at: workspace.url.appendingPathComponent("in/page.png"),
      to: workspace.url.appendingPathComponent("hard.png"))
    for output in ["in/page.png", "./in/../in/page.png", "soft.png", "hard.png"] {
      let outcome = try workspace.program.run("in", "-o", output)

      #expect(outcome.status == 73)
      let line = "thumbnail-strip: \(output): The output would overwrite an input.\n"
      #expect(outcome.errors == line)
      #expect(try workspace.bytes("in/page.png") == page)
    }
    #expect(try workspace.names() == ["hard.png", "in", "soft.png"])
  }

  @Test func thumbnailsNeverOverwriteInputs() throws {
    try workspace.addPage("in/other.png")

    let outcome = try workspace.program.run("thumbs", "in", "-o", "in", "--format", "png")

    #expect(outcome.status == 73)
    #expect(try workspace.bytes("in/page.png") == page)
    #expect(try workspace.names(in: "in") == ["other.png", "page.png"])
  }

  @Test func pageInTheListOfAnotherFolderIsAnInputToo() throws {
    try workspace.add("out/page.jpg", page)

    let outcome = try workspace.program.run("thumbs", "in", "out/page.jpg", "-o", "out")

    #expect(outcome.status == 73)
    #expect(try workspace.bytes("out/page.jpg") == page)
  }

  @Test(arguments: ["missing/strip.png", "in/page.png/strip.png", "/dev/null/strip.png"])
  func pictureNeedsItsFolder(output: String) throws {
    let outcome = try workspace.program.run("in", "-o", output)

    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("thumbnail-strip: \(output): The file cannot be created: "))
  }

  @Test func folderInTheWayIsLeftAlone() throws {
    try workspace.add("strip.png/inner", "x")

    let outcome = try workspace.program.run("in", "-o", "strip.png")

    #expect(outcome.status == 73)
    #expect(try workspace.names() == ["in", "strip.png"])
  }

  @Test func fileInTheWayOfAFolderIsLeftAlone() throws {
    try workspace.add("out", "x")

    #expect(try workspace.program.run("thumbs", "in", "-o", "out").status == 73)
    #expect(try workspace.bytes("out") == Array("x".utf8))
  }

  @Test func folderInTheWayOfOneThumbnailFailsThatOneOnly() throws {
    try workspace.addPage("in/other.png")
    try workspace.add("out/page.jpg/inner", "x")

    let outcome = try workspace.program.run("thumbs", "in", "-o", "out")

    #expect(outcome.status == 73)
    #expect(outcome.output == "out/other.jpg\n")
    #expect(try workspace.names(in: "out") == ["other.jpg", "page.jpg"])
  }

  @Test func linkInTheWayIsReplacedNotFollowed() throws {
    try workspace.add("precious", "x")
    try workspace.link("strip.png", to: "precious")

    #expect(try workspace.program.run("in", "-o", "strip.png").status == 0)
    #expect(try workspace.bytes("precious") == Array("x".utf8))
  }

  /// Otherwise the device would become unusable.
  @Test func whatIsNoFileIsNotReplaced() throws {
    #expect(mkfifo(workspace.path("strip.png").text ?? "", 0o600) == 0)
    try workspace.add("out/other", "x")
    #expect(mkfifo(workspace.path("out/page.jpg").text ?? "", 0o600) == 0)
    for (arguments, output) in [
      (["in", "-o", "strip.png"], "strip.png"), (["thumbs", "in", "-o", "out"], "out/page.jpg"),
      (["animate", "in", "--demo", "scroll", "-o", "strip.png"], "strip.png"),
    ] {
      let outcome = try workspace.program.run(arguments)
      #expect(outcome.status == 73, "\(outcome)")
      #expect(
        outcome.errors.hasPrefix("thumbnail-strip: \(output): A FIFO is at the path of the file"),
        "\(outcome)")
      #expect(SystemCalls.kind(of: workspace.path(output), in: AT_FDCWD) == .pipe)
    }
  }

  /// Whenever the signal arrives, only finished files exist.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func signalLeavesNoTemporaryFile(signal: Int32) throws {
    for number in 1...40 { try workspace.addPage("many/\(number).png", width: 900, height: 1200) }
    let process = workspace.program.makeProcess(["thumbs", "many", "-o", "out", "--format", "png"])
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    while process.isRunning, (try? workspace.names(in: "out").isEmpty) ?? true { sched_yield() }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()

    if process.terminationReason == .uncaughtSignal {
      #expect(process.terminationStatus == signal)
    }
    #expect(try workspace.names(in: "out").allSatisfy { $0.hasSuffix(".png") && $0.first != "." })
  }
}
