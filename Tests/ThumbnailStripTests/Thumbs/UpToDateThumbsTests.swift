// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GallerySystem
import GalleryTestSupport
import PageImaging
import Testing

@testable import StripCommands

/// Thumbnails that are up to date, and those that are not.
struct UpToDateThumbsTests {
  private let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    for number in 1...3 { try workspace.addPage("in/\(number).png", white: UInt8(200 + number)) }
    try waitForTick()
  }

  /// A file that may still change within the same clock tick is not up to date.
  private func waitForTick() throws {
    let file = workspace.url.appendingPathComponent("clock").path
    #expect(FileManager.default.createFile(atPath: file, contents: nil))
    let made = try SystemCalls.status(of: Path(file)).changed
    while SystemCalls.nanosecondsOfLastTick <= made {}
  }

  @discardableResult
  private func run(_ arguments: String = "in -o out") throws -> Program.Outcome {
    try workspace.program.run(["thumbs"] + arguments.split(separator: " ").map(String.init))
  }

  /// The thumbnails that a run leaves unchanged.
  private func upToDate(_ arguments: String = "in -o out") throws -> [String] {
    let outcome = try run(arguments + " --json")
    let lines = try jsonLines(outcome.output)
    return lines.filter { $0["isUpToDate"] as? Bool == true }
      .compactMap { ($0["output"] as? String)?.replacing("out/", with: "") }
  }

  private func identity(_ name: String) throws -> FileIdentity {
    try SystemCalls.status(of: Path(workspace.url.appendingPathComponent(name).path)).identity
  }

  private static let note =
    "thumbnail-strip: 3 of 3 thumbnails were up to date; --force makes all.\n"
  private static let names = "out/1.jpg\nout/2.jpg\nout/3.jpg\n"

  @Test func theSecondRunMakesNothing() throws {
    #expect(try run() == .init(output: Self.names, errors: "", status: 0))
    let (bytes, file) = (try workspace.bytes("out/1.jpg"), try identity("out/1.jpg"))
    #expect(try run() == .init(output: Self.names, errors: Self.note, status: 0))
    #expect(try run("in -o out -q") == .init(output: "", errors: "", status: 0))
    #expect(try identity("out/1.jpg") == file)
    #expect(try workspace.bytes("out/1.jpg") == bytes)
    #expect(try run("in -o out --force") == .init(output: Self.names, errors: "", status: 0))
    #expect(try identity("out/1.jpg") != file)
    #expect(try workspace.bytes("out/1.jpg") == bytes)
  }

  @Test func jsonTellsTheSame() throws {
    let first = try run("in -o out --json").output
    let second = try run("in -o out --json").output
    #expect(
      first.replacing("\"isUpToDate\":false", with: "\"isUpToDate\":true") == second)
    #expect(first != second)
  }

  @Test(arguments: [
    "--height 20", "--long-side 20", "--quality 81", "--strict", "--embedded",
  ])
  func otherOptionsMakeOtherThumbnails(options: String) throws {
    try run()
    #expect(try upToDate("in -o out " + options) == [])
    #expect(try upToDate("in -o out " + options) == ["1.jpg", "2.jpg", "3.jpg"])
    #expect(try upToDate() == [])
  }

  @Test func changedPagesGetNewThumbnails() throws {
    try run()
    // The same size, and the previous time.
    let page = workspace.url.appendingPathComponent("in/2.png").path
    let time = try #require(
      FileManager.default.attributesOfItem(atPath: page)[.modificationDate] as? Date)
    let size = try workspace.bytes("in/2.png").count
    let white = try #require(
      try (100..<200).first { white in
        try workspace.addPage("in/2.png", white: white)
        return try workspace.bytes("in/2.png").count == size
      } as UInt8?)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: page)
    try waitForTick()
    #expect(try upToDate() == ["1.jpg", "3.jpg"])
    #expect(try workspace.picture("out/2.jpg").withUnsafeBytes { $0[0] } == white)
    #expect(try upToDate() == ["1.jpg", "2.jpg", "3.jpg"])
  }

  @Test func thumbnailsOfOtherPagesAreReplaced() throws {
    try workspace.addPage("other/1.png", white: 99)
    try waitForTick()
    try run()
    #expect(try upToDate("other -o out") == [])
    #expect(try upToDate() == ["2.jpg", "3.jpg"])
  }

  @Test func changedThumbnailsAreMadeAgain() throws {
    try run()
    let whole = try workspace.bytes("out/1.jpg")
    let handle = try FileHandle(
      forWritingTo: workspace.url.appendingPathComponent("out/1.jpg"))
    try handle.truncate(atOffset: 100)
    try handle.close()
    try FileManager.default.removeItem(at: workspace.url.appendingPathComponent("out/2.jpg"))
    #expect(try upToDate() == ["3.jpg"])
    #expect(try workspace.bytes("out/1.jpg") == whole)
  }

  /// Changes that preserve the size and the time of the file.
  @Test func editedThumbnailsAreMadeAgain() throws {
    try run()
    let whole = try workspace.bytes("out/1.jpg")
    let path = workspace.url.appendingPathComponent("out/1.jpg")
    let modified = try SystemCalls.status(of: Path(path.path)).modified
    let handle = try FileHandle(forWritingTo: path)
    try handle.seek(toOffset: UInt64(whole.count / 2))
    try handle.write(contentsOf: Data([whole[whole.count / 2] ^ 1]))
    SystemCalls.setModified(modified, of: handle.fileDescriptor)
    try handle.close()
    #expect(try SystemCalls.status(of: Path(path.path)).modified == modified)
    #expect(try upToDate() == ["2.jpg", "3.jpg"])
    #expect(try workspace.bytes("out/1.jpg") == whole)
  }

  /// Each recorded byte influences another result.
  @Test func aMarkThatWasChangedIsNoMark() throws {
    try run()
    let file = workspace.path("out/1.jpg")
    let name = "user.thumbnail-strip"
    let count = try #require(SystemCalls.attribute(name, of: file, byteCount: 64)).count
    #expect(count > 8)
    for index in 0..<count {
      var mark = try #require(SystemCalls.attribute(name, of: file, byteCount: 64))
      mark[index] ^= 1
      let opened = try SystemCalls.open(file)
      SystemCalls.setAttribute(name, to: mark, of: opened)
      SystemCalls.closeFile(opened)
      let outcome = try run("in/1.png -o out --json")
      #expect(outcome.output.contains("\"isUpToDate\":false"), "byte \(index): \(outcome)")
      #expect(outcome.output.contains("\"width\":30,"), "byte \(index): \(outcome)")
    }
  }

  @Test func aThumbnailOfBeforeIsMadeAgain() throws {
    try workspace.add("out/1.jpg", "old")
    try run()
    #expect(try workspace.bytes("out/1.jpg").starts(with: [0xFF, 0xD8]))
  }

  /// Damage of a page is reported each time.
  @Test func damagedPagesAreDecodedEachTime() throws {
    var bytes = try workspace.bytes("in/1.png")
    bytes.removeLast(14)
    try workspace.add("in/1.png", bytes)
    try workspace.add("in/2.png", "no page")
    try waitForTick()
    for _ in 1...2 {
      let outcome = try run()
      #expect(outcome.status == 65)
      #expect(outcome.errors.contains("in/1.png: The page is damaged"), "\(outcome)")
      #expect(outcome.errors.contains("in/2.png: "), "\(outcome)")
    }
    #expect(try upToDate() == ["3.jpg"])
  }

  @Test func whatMayStillChangeHasNoOrigin() throws {
    let file = Path(workspace.url.appendingPathComponent("fresh").path)
    var isFresh = false
    // The tick may end between the two.
    for _ in 1...100 where !isFresh {
      try workspace.add("fresh", "x")
      let changed = try SystemCalls.status(of: file).changed
      let hasOrigin = ThumbnailOrigin(file) != nil
      isFresh = SystemCalls.nanosecondsOfLastTick <= changed
      if isFresh { #expect(!hasOrigin) }
    }
    #expect(isFresh)
    try waitForTick()
    #expect(ThumbnailOrigin(file) != nil)
    #expect(ThumbnailOrigin(Path(workspace.url.path)) == nil)
  }

  @Test func pagesOfAStoreAreCompared() throws {
    let store = try StoreWorkspace()
    for number in 1...2 {
      try store.workspace.addPage("in/\(number).png", width: 30, height: 40, white: UInt8(number))
    }
    try store.output("store ingest --store s in")
    let command = "thumbs --store s --document 1 -o out"
    try store.output(command)
    #expect(try store.run(command).errors.contains("2 of 2 thumbnails were up to date"))
    try store.output("store rotate --store s 1")
    #expect(try store.run(command).errors.contains("1 of 2 thumbnails were up to date"))
    #expect(try store.workspace.picture("out/page-1.jpg").size.width == 40)
  }
}
