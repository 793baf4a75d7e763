// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// A keyed edit, stopped or failed at each of its system calls and then repeated: it is applied
/// exactly once.
@Suite struct KeyedInjectionTests {
  static let edits = ["once 9", "once-rotate 1", "once-delete 2"]

  @Test(arguments: edits, [Injection.Kind.kill, .noRoom, .badDisk])
  func aRepeatedEditIsAppliedOnce(edit: String, kind: Injection.Kind) async throws {
    let folder = try TestFolder()
    let document = try await folder.emptyDocument()
    let store = try await folder.open()
    _ = await store.ingest((0..<3).map { .bytes(CrashPage.bytes($0)) }, into: document)
    await store.close()
    let start = try await callCount("", in: folder)
    let count = try await callCount(edit, in: folder)
    #expect(count > start)
    var struckCount = 0
    for number in start + 1...count {
      let copy = try folder.copy()
      let injection = Injection(kind: kind, number: number)
      try await run(edit, in: copy, injection.environment(in: copy))
      struckCount += try Injection.calls(in: copy).contains { $0.number == number } ? 1 : 0
      let label = "\(edit), \(injection)"
      // Twice: the second time the first repetition has certainly ended.
      let first = try await run(edit, in: copy)
      let second = try await run(edit, in: copy)
      #expect(first.last == second.last && first.last?.first == "done", "\(label): \(first)")
      try await expectOneEdit(edit, first.last ?? [], of: document, in: copy, label)
    }
    // Threads may need a call more or less.
    #expect(struckCount >= count - start - 2, "\(edit)")
  }

  private func callCount(_ edit: String, in folder: TestFolder) async throws -> Int {
    let copy = try folder.copy()
    try await run(edit, in: copy, Injection.counting(in: copy))
    return try Injection.calls(in: copy).count
  }

  /// Makes the edit in a process of its own, and returns the printed lines.
  @discardableResult
  private func run(
    _ edit: String, in folder: TestFolder, _ environment: [String: String] = [:]
  ) async throws -> [[String]] {
    let words = ["change"] + edit.split(separator: " ").map(String.init)
    let child = try ChildProcess(words, in: folder, environment: environment)
    await child.waitUntilExit()
    return try child.lines()
  }

  private func expectOneEdit(
    _ edit: String, _ line: [String], of document: DocumentID, in folder: TestFolder,
    _ label: String
  ) async throws {
    let store = try await folder.open()
    let ids = try await store.ids(of: document).map(\.rawValue)
    let trash = try await store.trash(of: document).map(\.id.rawValue)
    let rotation = try await store.page(PageID(1)).rotation
    switch edit {
    case "once 9":
      #expect(ids.dropLast() == [1, 2, 3] && line.last == ids.last.map(String.init), "\(label)")
      let bytes = try await store.bytes(of: PageID(ids[ids.count - 1]))
      #expect(bytes == CrashPage.bytes(9), "\(label)")
    case "once-rotate 1":
      #expect(ids == [1, 2, 3] && rotation == .clockwise, "\(label)")
    default:
      #expect(ids == [1, 3] && trash == [2], "\(label)")
    }
    let report = try await store.verify()
    #expect(report.isSound, "\(label): \(report.problems)")
    await store.close()
  }
}
