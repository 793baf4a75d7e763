// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// An observer of documents that other processes change; it prints each change.
///
///     DOCUMENT REVISION anew
///     DOCUMENT REVISION d=INDEX i=INDEX:PAGE m=INDEX:INDEX r=INDEX ...
struct SharedObserver {
  let store: PageStore

  /// Observes until each document has reached a revision, or the process is killed.
  func run(upTo revision: Int) async throws(PageStoreError) {
    let documents = try await store.documents().map(\.id)
    await withTaskGroup { group in
      for document in documents {
        group.addTask { await self.observe(document, upTo: revision) }
      }
    }
  }

  private func observe(_ document: DocumentID, upTo revision: Int) async {
    var changes = store.changes(of: document, after: 0).makeAsyncIterator()
    while let change = try? await changes.next() {
      let words = change.changeset.map(Self.words) ?? ["anew"]
      StoreChild.say(
        (["\(document.rawValue)", "\(change.revision)"] + words).joined(separator: " "))
      if change.revision >= revision { return }
    }
    StoreChild.say("\(document.rawValue) 0 ended")
  }

  private static func words(_ changeset: Changeset) -> [String] {
    changeset.deletions.map { "d=\($0)" }
      + changeset.insertions.map { "i=\($0.index):\($0.page.id.rawValue)" }
      + changeset.moves.map { "m=\($0.source):\($0.destination)" }
      + changeset.replacements.map { "r=\($0.index)" }
  }
}
