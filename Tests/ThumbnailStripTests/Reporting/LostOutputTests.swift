// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Readers that close standard output: commands whose product is the output end, commands that
/// write pages and files continue.
struct LostOutputTests {
  private static let lost = "thumbnail-strip: The work was done, but its output "

  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    try store.fill(3)
  }

  private func expectLoss(_ outcome: Program.Outcome) {
    #expect(outcome.status == 74)
    #expect(outcome.errors.hasPrefix(Self.lost), "\(outcome)")
    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
  }

  /// More pages than are printed at a time.
  @Test func everyPageIsTakenIn() throws {
    for number in 0..<600 { try store.addPage("many/\(number).png", number % 200) }
    expectLoss(
      try store.workspace.program.runWithoutReader("store", "ingest", "--store", "s", "many"))
    #expect(try store.pages(of: 2).count == 600)
  }

  @Test func everyThumbnailIsMade() throws {
    for number in 1...3 {
      try store.workspace.addPage("scans/\(number).png", width: 30, height: 40)
    }
    expectLoss(try store.workspace.program.runWithoutReader("thumbs", "scans", "-o", "out"))
    #expect(try store.workspace.names(in: "out") == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func everyOriginalIsExported() throws {
    expectLoss(
      try store.workspace.program.runWithoutReader(
        "store", "export", "--store", "s", "--document", "1", "-o", "out"))
    #expect(try store.workspace.names(in: "out").count == 3)
  }

  @Test func aChangeIsMade() throws {
    expectLoss(
      try store.workspace.program.runWithoutReader(
        "store", "split", "--store", "s", "--document", "1", "--at", "2", "--title", "New"))
    #expect(try store.pages(of: 1).count + store.pages(of: 2).count == 3)
  }

  @Test(arguments: [
    "store list --store s", "store show --document 1 --store s", "store verify --store s", "--help",
    "--version", "help store ingest",
  ])
  func linesEndWithTheirReader(command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    #expect(
      try store.workspace.program.runWithoutReader(words)
        == .init(output: "", errors: "", status: 128 + SIGPIPE))
  }

  @Test(arguments: [
    "info in", "store list --store s", "store export --store s 1 -o -", "--help", "--version",
    "help store", "thumbs --help", "--generate-completion-script bash",
  ])
  func aFullDiskUnderTheLinesIsNamed(command: String) throws {
    let process = store.workspace.program.makeProcess(
      command.split(separator: " ").map(String.init))
    let errors = Pipe()
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(
      String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        == "thumbnail-strip: Standard output ('/dev/full') cannot be written: "
        + "No space left on device.\n")
  }

  /// If the parent ignores the signal, the write fails with an error.
  @Test func whoIgnoresTheSignalIsTold() throws {
    let process = store.workspace.program.makeProcess(["store", "list", "--store", "s"])
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.currentDirectoryURL = process.currentDirectoryURL
    let program = try #require(process.executableURL).path
    shell.arguments = [
      "-c",
      "trap '' PIPE; { sleep 1; '\(program)' store list --store s; echo $? > status; } | true",
    ]
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    var status = ""
    while status.isEmpty {
      status = (try? String(decoding: store.workspace.bytes("status"), as: UTF8.self)) ?? ""
    }
    #expect(status == "74\n")
  }

  /// A parent that has closed some of the standard descriptors, as daemons do.
  @Test(arguments: [">&-", ">&- 2>&-", "<&- >&- 2>&-", "<&- 2>&-"])
  func closedFilesAreNotMistakenForOthers(closing: String) throws {
    try store.workspace.addPage("scans/1.png", width: 30, height: 40)
    try store.workspace.add("scans/2.png", "no page")
    let program = try #require(store.workspace.program.makeProcess([]).executableURL).path
    let isOutputLost = closing.contains(">&- ") || closing.hasPrefix(">&-")
    for (command, status) in [
      ("thumbs scans -o out", isOutputLost ? 74 : 65), ("info scans", isOutputLost ? 74 : 65),
      ("store ingest --store s scans", isOutputLost ? 74 : 65),
    ] {
      let shell = Process()
      shell.executableURL = URL(fileURLWithPath: "/bin/sh")
      shell.currentDirectoryURL = store.workspace.url
      shell.arguments = ["-c", "timeout -s KILL 30 '\(program)' \(command) \(closing)"]
      shell.standardOutput = FileHandle.nullDevice
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == status, "\(command) \(closing)")
    }
    #expect(try store.workspace.names(in: "out") == ["1.jpg"])
  }

  @Test func aFullDiskUnderTheLinesEndsNoWork() throws {
    for number in 0..<600 { try store.addPage("many/\(number).png", number % 200) }
    let process = store.workspace.program.makeProcess(["store", "ingest", "--store", "s", "many"])
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(try store.pages(of: 2).count == 600)
  }
}
