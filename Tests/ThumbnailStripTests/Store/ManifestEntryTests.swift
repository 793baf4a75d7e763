// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import GalleryTestSupport
import Testing

@testable import StripCommands

/// The entries of a manifest, and their messages.
struct ManifestEntryTests {
  private let store: StoreWorkspace
  private var workspace: Workspace { store.workspace }

  init() throws {
    store = try StoreWorkspace()
    try store.fill(3)
    try store.output("store init --store t")
    try store.output("store export --store s --all -o all")
  }

  private func manifest(_ text: String) throws { try workspace.add("all/manifest.json", text) }

  private func manifest(page: String) throws {
    try manifest(
      #"{"format":"page-gallery-manifest","version":1,"documents":["#
        + #"{"title":"One","pages":[\#(page)]}]}"#)
  }

  private func ingest(_ more: String = "") throws -> Program.Outcome {
    try store.run("store ingest --store t --manifest all/manifest.json" + more)
  }

  /// Runs the program in a process with a low limit of open files.
  private func run(_ arguments: String, files: Int) throws -> Program.Outcome {
    let script = "ulimit -n \(files); exec '\(Program.url.path)' \(arguments)"
    return try workspace.program.run(shell: script)
  }

  // MARK: - Open files

  @Test(arguments: [64, 128]) func fewOpenFilesAreEnough(files: Int) throws {
    for number in 4...150 { try store.addPage("more/\(number).png", number) }
    try store.output("store ingest --store s --document 1 more")
    let exported = try run("store export --store s --all -o many", files: files)
    #expect(exported.status == 0 && exported.errors.isEmpty, "\(exported)")
    let taken = try run("store ingest --store t --manifest many/manifest.json", files: files)
    #expect(taken.status == 0 && taken.errors.isEmpty, "\(taken)")
    #expect(try store.output("store list --store t").contains("150"))
  }

  @Test(arguments: [
    (1_016, 250), (1_000, 246), (.max / 2, 250), (112, 24), (48, 8), (20, 1), (16, 1), (0, 1),
  ])
  func portionsFitTheLimit(free: Int, count: Int) {
    #expect(Ingest.portionCount(free: free) == count)
  }

  // MARK: - Files

  @Test func aFileThatWasCutIsNamed() throws {
    let bytes = try workspace.bytes("all/1 in/2.png")
    try workspace.add("all/1 in/2.png", Array(bytes.dropLast(5)))
    try workspace.add("all/1 in/3.png", try workspace.bytes("all/1 in/3.png") + [0])
    let taken = try ingest()
    #expect(taken.status == 65 && taken.output.split(separator: "\n").count == 2, "\(taken)")
    #expect(
      taken.errors.contains(
        "all/1 in/2.png: The file has \(bytes.count - 5) bytes instead of \(bytes.count): it was cut off"
      ),
      "\(taken)")
    #expect(taken.errors.contains("all/1 in/3.png: The file has "), "\(taken)")
    #expect(taken.errors.contains("it was changed"), "\(taken)")
    #expect(taken.errors.split(separator: "\n").count == 2)
  }

  @Test func whatIsNoFileIsCalledByItsName() throws {
    let digest = String(repeating: "0", count: 64)
    #expect(mkfifo(workspace.path("all/fifo").text ?? "", 0o600) == 0)
    // The length of a socket path is limited.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.currentDirectoryURL = workspace.url.appendingPathComponent("all")
    process.arguments = ["python3", "-c", "import socket as s; s.socket(s.AF_UNIX).bind('socket')"]
    try process.run()
    process.waitUntilExit()
    for (name, kind) in [("fifo", "A FIFO"), ("socket", "A socket"), ("1 in", "A folder")] {
      try manifest(page: #"{"file":"\#(name)","sha256":"\#(digest)"}"#)
      let taken = try ingest()
      #expect(taken.status == 65, "\(taken)")
      #expect(
        taken.errors.contains("all/\(name): \(kind) is at the path of the file."), "\(taken)")
    }
    #expect(throws: FileOpeningError.other(.device)) {
      let folder = try SystemCalls.openUnlistedFolder(Path("/dev"))
      defer { SystemCalls.closeFile(folder) }
      _ = try SystemCalls.open([Array("null".utf8)], beneath: folder)
    }
  }

  // MARK: - JSON

  private static let head = #"{"format":"page-gallery-manifest","version":1,"documents":"#

  @Test(arguments: [
    ("{\n  \"format\": x\n}", "at line 2, column 13, 'x', a value was expected."),
    ("{\n\"format\":\"page", "it ends where the end of a string was expected."),
    (head + "[] x}", "at line 1, column 62, 'x', a comma or '}' was expected."),
    ("[]", "it must be an object with format, version and documents."),
    ("{}", "'format' is missing; it must be the text 'page-gallery-manifest'."),
    (#"{"format":17}"#, "'format' must be the text 'page-gallery-manifest'."),
    (#"{"format":"x","version":"1"}"#, "'version' must be a whole number."),
    (head + "17}", "'documents' must be a list of documents."),
    (head + "[17]}", "document 1: The document is invalid: it must be an object with title"),
    (head + #"[{"title":17}]}"#, "'title' must be a text."),
    (head + #"[{"title":"x"}]}"#, "'pages' is missing; it must be a list of pages."),
    (head + #"[{"title":"x","pages":[],"metadata":{"a":1}}]}"#, "'metadata.a' must be a text."),
    (head + #"[{"title":"x","pages":[1]}]}"#, "page 1: The page is invalid: it must be an"),
  ])
  func mistakesSayWhatIsExpected(text: String, words: String) throws {
    try manifest(text)
    let taken = try ingest()
    #expect(taken.status == 65, "\(taken)")
    #expect(taken.errors.hasPrefix("thumbnail-strip: all/manifest.json: "), "\(taken)")
    #expect(taken.errors.contains(words), "\(taken)")
    #expect(!taken.errors.contains("Error"), "\(taken)")
  }

  @Test(arguments: [
    (#""sha256":17"#, "'sha256' must be a text of 64 hexadecimal digits."),
    (#""sha256":"x""#, "'sha256' must be a text of 64 hexadecimal digits."),
    (#""rotation":45"#, "'rotation' must be 0, 90, 180 or 270."),
    (#""isImage":"no""#, "'isImage' must be true or false."),
    (#""byteCount":1.5"#, "byteCount and rotation must be whole numbers"),
    (#""metadata":{"source":"\ud800"}"#, "byteCount and rotation must be whole numbers, and all"),
    (#""byteCount":"1""#, "'byteCount' must be a whole number."),
    (#""metadata":17"#, "'metadata' must be an object."),
    (#""metadata":{"source":1}"#, "'source' must be a text."),
    (#""metadata":{"captured":"noon"}"#, "'captured' must be a time as 2024-05-01T10:30:00"),
    (#""metadata":{"fields":{"file":1}}"#, "'fields.file' must be a text."),
  ])
  func badValuesSayWhatIsExpected(member: String, words: String) throws {
    let digest = #""sha256":"\#(String(repeating: "0", count: 64))","#
    let others = #""file":"1 in/1.png","# + (member.contains("sha256") ? "" : digest)
    try manifest(page: "{\(others)\(member)}")
    let taken = try ingest()
    #expect(taken.status == 65, "\(taken)")
    #expect(
      taken.errors.contains("document 1, page 1: The page is invalid: \(words)"), "\(taken)")
  }

  @Test func aByteOrderMarkIsNoMistake() throws {
    let text = String(decoding: try workspace.bytes("all/manifest.json"), as: UTF8.self)
    try manifest("\u{FEFF}" + text.replacing("\n", with: "\r\n"))
    #expect(try ingest().status == 0)
    try manifest("\u{FEFF}{")
    #expect(try ingest().errors.contains("it is not JSON: it ends where"))
  }

  // MARK: - Watched folders

  @Test func aDocumentOfAWatchedFolderIsNotWatchedElsewhere() throws {
    try manifest(
      Self.head + #"[{"title":"In","pages":[],"metadata":{"watchedFolder":"/srv/in","#
        + #""lastArrival":"17","own":"x"}}]}"#)
    let taken = try ingest()
    #expect(taken.status == 0)
    #expect(
      taken.errors.contains(
        "all/manifest.json: document 1: The document belonged to the watched folder '/srv/in'"),
      "\(taken)")
    let line = try #require(jsonLines(store.output("store list --store t --json")).first)
    #expect(line["metadata"] as? [String: String] == ["own": "x"])
    #expect(try ingest(" --quiet").errors.isEmpty)
  }
}
