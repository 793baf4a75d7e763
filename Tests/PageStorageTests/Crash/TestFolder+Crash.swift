// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage
import Testing

extension TestFolder {
  /// Creates a store with one document without pages.
  func emptyDocument() async throws -> DocumentID {
    let store = try await open()
    let document = try await store.createDocument(title: "crash").id
    await store.close()
    return document
  }

  /// Opens the store after a child has exited, and compares it with the output of the child.
  ///
  /// A change that was begun and not acknowledged was made completely or not at all.
  func state(
    of document: DocumentID, after lines: [[String]], from model: CrashModel, _ label: some Any,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> CrashModel {
    var model = model
    let open = model.apply(lines)
    let store = try await self.open()
    let found = try await CrashModel(store, document)
    var other = model
    if let open { other.apply(open, new: nil) }
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

extension CrashModel {
  /// Makes the changes printed by a child.
  ///
  /// - Parameter lines: The lines, split into words.
  /// - Returns: The last change if it was begun and neither acknowledged nor refused.
  mutating func apply(_ lines: [[String]]) -> [String]? {
    var open: [String]?
    for line in lines {
      let change = Array(line.dropFirst())
      switch line[0] {
      case "begin": open = change
      case "done":
        let count = CrashModel.wordCount(change)
        apply(Array(change.prefix(count)), new: change.dropFirst(count).map { UInt64($0) ?? 0 })
        open = nil
      // A failed change has no effect; only a purge can be incomplete.
      default: if open != ["purge"] { open = nil }
      }
    }
    return open
  }
}
