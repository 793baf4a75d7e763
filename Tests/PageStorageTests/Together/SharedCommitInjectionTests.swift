// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GalleryTestSupport
import PageStorage
import Testing

/// Keyed edits that share a commit, stopped or failed at each of its system calls and then repeated:
/// each is applied exactly once.
@Suite(.folderOnly) struct SharedCommitInjectionTests {
  private static let change = ["once-together", "9", "3"]

  @Test(arguments: [Injection.Kind.kill, .noRoom, .badDisk])
  func repeatedEditsAreAppliedOnce(kind: Injection.Kind) async throws {
    let folder = try TestFolder()
    let document = try await folder.emptyDocument()
    let store = try await folder.open()
    try await store.append(.bytes(CrashPage.bytes(0)), to: document)
    await store.close()
    let start = try await callCount([], in: folder)
    let count = try await callCount(Self.change, in: folder)
    #expect(count > start)
    for number in start + 1...count {
      let copy = try folder.copy()
      let injection = Injection(kind: kind, number: number)
      try await run(Self.change, in: copy, injection.environment(in: copy))
      let first = try await run(Self.change, in: copy)
      let second = try await run(Self.change, in: copy)
      #expect(first.last == second.last && first.last?.first == "done", "\(injection): \(first)")
      try await expectPages(first.last ?? [], of: document, in: copy, "\(injection)")
    }
  }

  private func callCount(_ words: [String], in folder: TestFolder) async throws -> Int {
    let copy = try folder.copy()
    try await run(words, in: copy, Injection.counting(in: copy))
    return try Injection.calls(in: copy).count
  }

  @discardableResult
  private func run(
    _ words: [String], in folder: TestFolder, _ environment: [String: String] = [:]
  ) async throws -> [[String]] {
    let child = try ChildProcess(["change"] + words, in: folder, environment: environment)
    await child.waitUntilExit()
    return try child.lines()
  }

  private func expectPages(
    _ line: [String], of document: DocumentID, in folder: TestFolder, _ label: String
  ) async throws {
    let store = try await folder.open()
    let ids = line.suffix(3).compactMap { UInt64($0).map { PageID($0) } }
    let found = try await store.ids(of: document)
    #expect(found.first == PageID(1) && Set(found.dropFirst()) == Set(ids), "\(label)")
    #expect(found.count == 4 && ids.count == 3, "\(label)")
    for (number, page) in zip(9..., ids) {
      #expect(try await store.bytes(of: page) == CrashPage.bytes(number), "\(label)")
    }
    let report = try await store.verify()
    #expect(report.isSound, "\(label): \(report.problems)")
    await store.close()
  }
}
