// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Processes that are killed while they change a store.
@Suite struct KillTests {
  /// 1,000 kills, or as many as the environment says: `PAGE_STORAGE_KILLS=10000`.
  private static let killCount =
    ProcessInfo.processInfo.environment["PAGE_STORAGE_KILLS"].flatMap { Int($0) } ?? 1_000

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func nothingAcknowledgedIsLost(seed: UInt64) async throws {
    let folder = try TestFolder()
    let document = try await folder.emptyDocument()
    var random = SeededGenerator(seed: seed)
    var model = CrashModel()
    for _ in 0..<Self.killCount / 4 {
      let child = try CrashChild(["random", "\(random.next())"], in: folder)
      child.kill(afterMicroseconds: .random(in: 10_000...60_000, using: &random))
      model = try await folder.state(of: document, after: child.lines(), from: model, seed)
    }
    #expect(!model.pages.isEmpty)
  }
}

extension TestFolder {
  /// Makes a store with one document that has no pages.
  func emptyDocument() async throws -> DocumentID {
    let store = try await open()
    let document = try await store.createDocument(title: "crash").id
    await store.close()
    return document
  }

  /// Opens the store after a child ended, and compares it with what the child has said.
  ///
  /// A change that was begun and not acknowledged has happened as a whole or not at all.
  func state(
    of document: DocumentID, after lines: [[String]], from model: CrashModel, _ label: some Any,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> CrashModel {
    var model = model
    var open: [String]?
    for line in lines {
      let change = Array(line.dropFirst())
      switch line[0] {
      case "begin": open = change
      case "done":
        let count = CrashModel.wordCount(change)
        model.apply(
          Array(change.prefix(count)), new: change.dropFirst(count).compactMap { UInt64($0) })
        open = nil
      // What failed has changed nothing; only a purge ends half way.
      default: if open != ["purge"] { open = nil }
      }
    }
    let store = try await self.open()
    let found = try await CrashModel(store, document)
    var other = model
    if let open { other.apply(open, new: []) }
    #expect(
      model.matches(found) || other.matches(found),
      "\(label): found \(found), expected \(model) or \(other)", sourceLocation: sourceLocation)
    let report = try await store.verify()
    #expect(report.isSound, "\(label): \(report.problems)", sourceLocation: sourceLocation)
    #expect(files(below: "incoming").isEmpty, "\(label)", sourceLocation: sourceLocation)
    await store.close()
    return found
  }
}
