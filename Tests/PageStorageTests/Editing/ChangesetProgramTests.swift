// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// Random changesets on a store and on plain arrays.
@Suite struct ChangesetProgramTests {
  /// A change; its effect depends on the number and on the existing pages.
  struct Step {
    var seed: UInt64
  }

  @Test func changesEndLikeThoseOnArrays() async {
    await checkProperty(
      seed: 2290, runs: 120,
      generate: { random in
        (0..<Int.random(in: 1...12, using: &random)).map { _ in Step(seed: random.next()) }
      }, check: { await problem(after: $0) })
  }

  private func problem(after steps: [Step]) async -> String? {
    do {
      let folder = try TestFolder()
      let store = try await folder.open()
      let document = try await store.createDocument(title: "").id
      var state = PlainDocument()
      for step in steps {
        var random = SeededGenerator(seed: step.seed)
        let shown = try await store.galleryPages(of: document).pages
        let draft = ChangeDraft(of: state, &random)
        let change = try await draft.staged(in: store, &state)
        let result = try await store.apply(change, to: document)
        if let problem = try await difference(store, document, state) {
          return "\(problem) after \(draft)"
        }
        let told = result.changeset.map { applied($0, to: shown) }
        let now = try await store.galleryPages(of: document).pages
        if told != now { return "a gallery is told \(told ?? []) after \(draft)" }
      }
      let blobs = Set((state.pages + state.trash).map { TestPage.png($0.number) }).count
      guard TestEngine.isServed || folder.files(below: "blobs").count == blobs else {
        return "leftovers"
      }
      return try await store.isSound() ? nil : "damage"
    } catch {
      return "threw \(error)"
    }
  }

  private func difference(
    _ store: PageStore, _ document: DocumentID, _ state: PlainDocument
  ) async throws -> String? {
    let count = try await store.document(document).pageCount
    let found = try await store.pages(in: 0..<count, of: document)
    guard found.map(\.id) == state.pages.map(\.id) else { return "another order" }
    for (page, item) in zip(found, state.pages) {
      guard page.rotation.count == item.turns, page.contentVersion == item.version,
        try await store.bytes(of: page.id) == TestPage.png(item.number)
      else { return "another page \(page.id)" }
    }
    let trash = Set(try await store.trash(of: document).map(\.id))
    return trash == Set(state.trash.map(\.id)) ? nil : "another trash"
  }

  /// Applies a change as an observer would.
  private func applied(_ change: Changeset, to pages: [Page]) -> [Page] {
    var old: [Page?] = pages
    for replacement in change.replacements {
      old[replacement.index]?.size = replacement.size
      old[replacement.index]?.contentVersion += 1
    }
    var arriving = change.insertions.map { ($0.index, $0.page) }
    for move in change.moves {
      if let page = old[move.source] { arriving.append((move.destination, page)) }
    }
    for index in change.deletions + change.moves.map(\.source) { old[index] = nil }
    var new = old.compactMap(\.self)
    for (index, page) in arriving.sorted(by: { $0.0 < $1.0 }) { new.insert(page, at: index) }
    return new
  }
}
