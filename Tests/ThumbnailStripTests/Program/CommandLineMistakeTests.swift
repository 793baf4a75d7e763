// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import Testing

@testable import StripCommands

struct CommandLineMistakeTests {
  @Test(arguments: [
    ("infoo", "did you mean 'info'?"), ("thumb in", "did you mean 'thumbs'?"),
    ("sotre list --store s", "did you mean 'store'?"),
    ("store ingset --store s in", "did you mean 'store ingest'?"),
    ("info -photo.jpg", "write './-photo.jpg' for a file of that name."),
    ("thumbs -photo.jpg -o out", "write './-photo.jpg' for a file of that name."),
    ("thumbs in", "Missing expected argument '--output <dir>'"),
    ("thumbs in -o out --jobs -3", "--jobs must be at least 1."),
    ("store backup - --store s", "A backup is a folder; write './-' for a folder named '-'."),
    ("in -o a.png --width -3", "--width must be a positive number."),
  ])
  func mistakesReadLikeOtherErrors(arguments: String, words: String) throws {
    let workspace = try Workspace()
    try workspace.addPage("in/1.png")
    let outcome = try workspace.program.run(arguments.split(separator: " ").map(String.init))
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("thumbnail-strip: "), "\(outcome)")
    #expect(outcome.errors.contains(words), "\(outcome)")
    #expect(try workspace.names() == ["in"])
  }

  /// An existing file is an input, whatever its name.
  @Test func filesWithSuchNamesAreTaken() throws {
    let workspace = try Workspace()
    try workspace.addPage("infoo", width: 30, height: 40)
    try workspace.addPage("-photo.png", width: 30, height: 40)
    let picture = try workspace.program.run("infoo", "-o", "a.png")
    #expect(picture == .init(output: "", errors: "", status: 0))
    #expect(try workspace.program.run("info", "./-photo.png").status == 0)
    #expect(try workspace.program.run("info", "--", "-photo.png").status == 0)
  }

  @Test(arguments: [
    ("info", "info", 0), ("infoo", "info", 1), ("inof", "info", 1), ("", "info", 4),
    ("kitten", "sitting", 3), ("ca", "abc", 3), ("store", "restore", 2),
  ])
  func distance(first: String, second: String, distance: Int) {
    #expect(EditDistance.between(first, second) == distance)
    #expect(EditDistance.between(second, first) == distance)
  }

  @Test func pagesTurnToTheLeft() throws {
    let store = try StoreWorkspace()
    try store.fill(1)
    #expect(try store.run("store rotate --store s --by -90 1").status == 0)
    #expect(try store.output("store show --store s --document 1 --json").contains("270"))
  }

  @Test func foldersInsideAreNamed() throws {
    let workspace = try Workspace()
    try workspace.addPage("in/inner/1.png")
    #expect(try workspace.program.run("store", "init", "--store", "s").status == 0)
    for command in [["info"], ["thumbs", "-o", "out"], ["store", "ingest", "--store", "s"]] {
      let outcome = try workspace.program.run(command + ["in"])
      #expect(outcome.status == 66)
      #expect(outcome.errors.contains("--recursive also reads the folders inside"), "\(outcome)")
    }
  }

  @Test func theFileThatIsThereIsNamed() throws {
    let store = try StoreWorkspace()
    try store.fill(1)
    try store.workspace.add("out/1.png", "mine")
    let outcome = try store.run("store export --store s --document 1 -o out")
    #expect(outcome.status == 73)
    #expect(outcome.errors.hasPrefix("thumbnail-strip: out/1.png: The file already exists"))
  }

  @Test func aPageInTheTrashIsSaidToBeThere() throws {
    let store = try StoreWorkspace()
    try store.fill(2)
    try store.output("store delete --store s 1")
    let outcome = try store.run("store delete --store s 1")
    #expect(outcome.status == 66)
    #expect(outcome.errors.contains("page-1: The page is already in the trash"), "\(outcome)")
  }

  @Test func whatMayNotBeReadIsNotMissing() throws {
    let problem = Problem.input(SystemError(call: "open", number: EACCES))
    #expect(problem.code == "deniedInput" && problem.status == .missingInput)
    #expect(Problem.input(SystemError(call: "open", number: ENOENT)).code == "missingInput")
  }
}
