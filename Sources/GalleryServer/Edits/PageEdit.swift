// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// Edits of pages given by identifier, which apply to the current revision.
///
/// An edit is made for a revision and applied to it. If the document was changed in between, it is
/// made again, unless the client named the revision.
struct PageEdit: Sendable {
  /// A document at a revision.
  struct State: Sendable {
    let document: Document
    /// The page that the edit is for, if it is for one.
    var place: PagePlace?
    /// The pages that the edit is about, if they are known.
    var pages: [PageID] = []
    let store: PageStore

    /// Returns the index of a page of the document.
    ///
    /// - Throws: `PageStoreError.notFound` if it is in the trash or in another document.
    func index(of page: PageID) async throws(PageStoreError) -> Int {
      if let place, place.page.id == page, let index = place.index { return index }
      let (document, index) = try await store.location(of: page)
      guard document == self.document.id else { throw .notFound(.page(page)) }
      return index
    }

    /// Returns the indexes of the pages that the edit is about.
    ///
    /// - Throws: `PageStoreError.notFound` if one is in the trash or in another document.
    func indexes() async throws(PageStoreError) -> [Int] {
      try await store.indexes(of: pages, in: document.id)
    }

    /// Returns the change that takes a page out of the trash, to its former place.
    ///
    /// - Throws: `PageStoreError.notFound` if it is not in the trash of the document.
    func restoration(of page: PageID) async throws(PageStoreError) -> StoreChangeset {
      let found = try await store.page(page)
      guard found.document == document.id else { throw .notFound(.trashedPage(page)) }
      let index = try await store.restorationIndex(of: page)
      return StoreChangeset(restorations: [.init(index: index, page: page)])
    }

    /// Returns the index before a page, or the end.
    func gap(before page: PageID?) async throws(PageStoreError) -> Int {
      guard let page else { return document.pageCount }
      return try await index(of: page)
    }
  }

  /// The number of times that an edit is made before the client has to retry.
  private static let attemptLimit = 50

  let store: PageStore

  /// The revisions that the client accepts, `nil` for any.
  let condition: EntityTagList?

  /// Edits the document of a page.
  func callAsFunction<Outcome>(
    _ page: PageID, _ make: (State) async throws -> StoreChangeset,
    performing perform: (StoreEdit<DocumentChange>) async throws -> Outcome
  ) async throws -> Outcome {
    try await apply(
      make,
      to: { () async throws(PageStoreError) in
        let place = try await store.place(of: page)
        return State(document: place.document, place: place, pages: [page], store: store)
      }, perform)
  }

  /// Edits a document, or some pages of it.
  func callAsFunction<Outcome>(
    _ document: DocumentID, pages: [PageID] = [], _ make: (State) async throws -> StoreChangeset,
    performing perform: (StoreEdit<DocumentChange>) async throws -> Outcome
  ) async throws -> Outcome {
    try await apply(
      make,
      to: { () async throws(PageStoreError) in
        State(document: try await store.document(document), pages: pages, store: store)
      }, perform)
  }

  private func apply<Outcome>(
    _ make: (State) async throws -> StoreChangeset,
    to find: () async throws(PageStoreError) -> State,
    _ perform: (StoreEdit<DocumentChange>) async throws -> Outcome
  ) async throws -> Outcome {
    for _ in 0..<Self.attemptLimit {
      let state = try await find()
      let document = state.document
      try check(document)
      do {
        let change = try await make(state)
        let edit = StoreEdit.apply(change, to: document.id, expecting: document.revision)
        return try await perform(state.pages.isEmpty ? edit : edit.concerning(state.pages))
      } catch PageStoreError.conflict {
        continue
      }
    }
    throw PageStoreError.locked(waited: .zero)
  }

  /// Requires that the client accepts the revision.
  func check(_ document: Document) throws(Problem) {
    guard condition?.matchesPages(at: document.revision) != false else {
      throw .conflict(found: document.revision)
    }
  }
}
