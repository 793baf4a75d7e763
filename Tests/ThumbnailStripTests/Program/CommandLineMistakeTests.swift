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
    ("store create --help", "There is no command 'store create'; 'thumbnail-strip help store'"),
    ("store lst --help", "There is no command 'store lst'; did you mean 'store list'?"),
    ("store help", "There is no command 'store help'; "),
    ("xyzzy --help", "There is no command and no file 'xyzzy'; 'thumbnail-strip help' lists"),
    ("xyzzy -o a.png", "There is no command and no file 'xyzzy'; "),
    ("thumb --help", "did you mean 'thumbs'?"),
    ("in -o a.png --active x", "'x' is invalid for '--active <page>': it must be first, last or a"),
    ("in -o a.png --scale x", "it must be a number."),
    ("in -o a.png --background pink", "it must be a color such as #D5D5DA, or one of the names."),
    ("thumbs in -o out --height 1.5", "it must be a whole number."),
    ("thumbs in -o out --jobs x", "it must be a whole number."),
    ("animate in -o a.png --demo move --moments a,b", "it must be 1 to 12 ascending times"),
    ("animate in -o a.png --demo move --moments=-1", "it must be 1 to 12 ascending times"),
    ("animate in -o a.png --demo move --moments 0,1,2,3,4,5,6,7,8,9,10,11,12", "1 to 12 ascending"),
    ("animate in -o a.png --demo move --script s", "--script and --demo are mutually exclusive."),
    ("animate in -o a.png", "Either --script or --demo must be given."),
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

  /// A word with a dot or a slash is an input, even if it does not exist.
  @Test(arguments: ["gone.jpg", "gone/", "./gone"]) func missingFilesAreNamed(name: String) throws {
    let workspace = try Workspace()
    for more in [[], ["-o", "a.png"]] {
      let outcome = try workspace.program.run([name] + more)
      #expect(outcome.status == 66)
      #expect(outcome.errors == "thumbnail-strip: \(name): No such file or directory.\n")
    }
  }

  @Test func anEmptyNameIsShown() throws {
    let workspace = try Workspace()
    let outcome = try workspace.program.run("info", "")
    #expect(outcome.errors == "thumbnail-strip: '': No such file or directory.\n")
  }

  @Test func withoutArgumentsAShortTextIsPrinted() throws {
    let workspace = try Workspace()
    let outcome = try workspace.program.run()
    #expect(outcome.status == 64 && outcome.output.isEmpty)
    let lines = outcome.errors.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "thumbnail-strip: Give an input, or --store and --document.")
    #expect(lines.count <= 15 && outcome.errors.contains("See 'thumbnail-strip --help'."))
    for command in ["render", "info", "thumbs", "replay", "animate", "store", "watch"] {
      #expect(outcome.errors.contains(command))
    }
  }

  /// Arguments in messages are escaped like paths.
  @Test(arguments: [
    ("store BYTE", #"'store \xFF'"#), ("thumbs BYTE -o out", #"\xFF: No such file"#),
    ("store replace --store s BYTE in", #"'\xFF' is not the ID of a page"#),
    ("in -o a.png --active BYTE", #"The value '\xFF' is invalid"#),
    ("store list --store s BYTE", #"Unexpected argument '\xFF'"#),
    ("store describe --store s 1 --captured BYTE", #"'\xFF' is not a time"#),
  ])
  func bytesAreEscaped(arguments: String, message: String) throws {
    let workspace = try Workspace()
    try workspace.addPage("in/1.png")
    let words = arguments.replacing("BYTE", with: "\"$(printf '\\377')\"")
    let script = "'\(Program.url.path)' \(words)"
    let outcome = try workspace.program.run(shell: script)
    #expect(outcome.errors.contains(message), "\(outcome)")
    #expect(!outcome.errors.contains("\0"))
    let control = try workspace.program.run("store", "list", "--store", "s", "a\u{1B}[31m\u{202E}")
    #expect(control.errors.contains(#"Unexpected argument 'a\x1B[31m\xE2\x80\xAE'"#), "\(control)")
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
