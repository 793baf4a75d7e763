// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// A folder with a store named `s`, and pages to ingest.
final class StoreWorkspace {
  let workspace: Workspace

  init() throws {
    workspace = try Workspace()
    #expect(try run("store init --store s") == Program.Outcome(output: "", errors: "", status: 0))
  }

  /// Runs the program with arguments separated by spaces.
  @discardableResult
  func run(_ arguments: String, input: Data = Data()) throws -> Program.Outcome {
    try workspace.program.run(arguments.split(separator: " ").map(String.init), input: input)
  }

  /// Runs the program and expects success.
  ///
  /// - Returns: The output.
  @discardableResult
  func output(
    _ arguments: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let outcome = try run(arguments)
    #expect(
      outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)", sourceLocation: sourceLocation)
    return outcome.output
  }

  /// Adds the page of a number, whose bytes are reproducible.
  func addPage(_ name: String, _ number: Int) throws {
    try workspace.add(name, CrashPage.bytes(number))
  }

  /// Ingests a number of pages into document 1; their identifiers are 1, 2 and so on.
  func fill(_ count: Int) throws {
    for number in 1...count { try addPage("in/\(number).png", number) }
    try output("store ingest --store s in")
  }

  /// The page identifiers of a document in order.
  func pages(of document: Int = 1, trash: Bool = false) throws -> [Int] {
    let lines = try jsonLines(
      output("store show --store s --document \(document) --json" + (trash ? " --trash" : "")))
    return lines.compactMap { $0["page"] as? Int }
  }

  /// The standard output of the program, byte by byte.
  func bytes(_ arguments: String) throws -> [UInt8] {
    let process = workspace.program.makeProcess(arguments.split(separator: " ").map(String.init))
    let file = workspace.url.appendingPathComponent("standard-output")
    try Data().write(to: file)
    process.standardOutput = try FileHandle(forWritingTo: file)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return Array(try Data(contentsOf: file))
  }

  /// The file with the original bytes of a page.
  func original(of page: Int) throws -> String {
    let lines = try jsonLines(output("store show --store s --document 1 --json"))
    let line = try #require(lines.first { $0["page"] as? Int == page })
    let digest = try #require(line["sha256"] as? String)
    return "s/blobs/\(digest.prefix(2))/\(digest.dropFirst(2))"
  }

  /// Flips a bit of a file.
  func damage(_ file: String, at offset: Int = 100) throws {
    var bytes = try workspace.bytes(file)
    bytes[offset] ^= 4
    try workspace.add(file, bytes)
  }
}

/// Returns a text with `TIME` in place of times.
func maskingTimes(_ text: String) -> String {
  text.replacing(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?/, with: "TIME")
}
