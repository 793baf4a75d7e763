// SPDX-License-Identifier: Apache-2.0

import GalleryPages

@testable import PageStorage

extension TableCatalog {
  private func sortedPages(where isTaken: (PageRow) -> Bool) -> [PageRow] {
    tables.pages.values.filter(isTaken).sorted { $0.id.rawValue < $1.id.rawValue }
  }

  func pages(where query: PageQuery) throws -> [PageID] {
    try load(.query("\(query)"))
    switch query {
    case .document(let document):
      return sortedPages { $0.document == document }.map(\.id)
    case .trash(let document):
      return sortedPages { $0.document == document && $0.trash != nil }
        .sorted { ($0.trash?.time ?? 0, $0.id.rawValue) > ($1.trash?.time ?? 0, $1.id.rawValue) }
        .map(\.id)
    case .original(let id): return sortedPages { $0.blob == id }.map(\.id)
    case .originalInDocument(let id, let document):
      return sortedPages { $0.blob == id && $0.document == document }.map(\.id)
    case .visibleWithOriginal(let id, let limit):
      let visible = sortedPages { $0.blob == id && $0.trash == nil && !isInTrash($0.document) }
      return Array(visible.prefix(limit).map(\.id))
    case .removable(let time, let onlyWithOriginals, let limit):
      let removable = sortedPages { isRemovable($0, time) }
      let kept = Set(tables.pages.values.filter { !isRemovable($0, time) }.map(\.blob))
      return Array(
        removable.filter { !onlyWithOriginals || !kept.contains($0.blob) }.prefix(limit).map(\.id))
    }
  }

  func trash(
    of document: DocumentID, after cursor: TrashCursor?, limit: Int
  ) throws -> [TrashCursor] {
    try load(.query("trash of \(document) after \(cursor?.description ?? "-") limit \(limit)"))
    let entries = sortedPages { $0.document == document }.compactMap { row in
      row.trash.map { TrashCursor(time: $0.time, page: row.id) }
    }
    func isBefore(_ one: TrashCursor, _ other: TrashCursor) -> Bool {
      (one.time, one.page.rawValue) > (other.time, other.page.rawValue)
    }
    let rest = entries.filter { entry in cursor.map { isBefore($0, entry) } ?? true }
    return Array(rest.sorted(by: isBefore).prefix(limit))
  }

  private func isInTrash(_ document: DocumentID) -> Bool {
    tables.documents[document]?.state.trashed != nil
  }

  private func isRemovable(_ page: PageRow, _ time: Int64) -> Bool {
    if tables.documents[page.document]?.state.isBeingPurged == true { return true }
    return page.trash.map { $0.time < time || time == .max } ?? false
  }

  func firstPages(ofOriginal id: Int64) throws -> [(document: DocumentID, page: PageID)] {
    try load(.query("first pages of \(id)"))
    var found: [(document: DocumentID, page: PageID)] = []
    for row in sortedPages(where: { $0.blob == id })
    where !found.contains(where: { $0.document == row.document }) {
      found.append((row.document, row.id))
    }
    return found
  }

  func ownerWithoutRow(after document: DocumentID?) throws -> DocumentID? {
    try load(.query("owner without row after \(document.map { "\($0)" } ?? "none")"))
    return tables.pages.values.map(\.document)
      .filter { owner in
        tables.documents[owner] == nil && document.map { owner.rawValue > $0.rawValue } ?? true
      }
      .min { $0.rawValue < $1.rawValue }
  }

  func lastDeletion(in document: DocumentID) throws -> Int64? {
    try load(.query("last deletion in \(document)"))
    return sortedPages { $0.document == document }.compactMap { $0.trash?.time }.max()
  }

  func deletions(
    in document: DocumentID, after time: Int64
  ) throws -> [(page: PageID, entry: PageRow.TrashEntry)] {
    try load(.query("deletions in \(document) after \(time)"))
    return sortedPages { $0.document == document }.compactMap { row in
      row.trash.flatMap { $0.time > time ? (row.id, $0) : nil }
    }
  }
}

// MARK: - Removal

extension TableCatalog {
  func documents(deletedUpTo time: Int64) throws -> [DocumentID] {
    try load(.query("deleted documents"))
    return tables.documents.values
      .filter { ($0.state.trashed ?? .max) <= time && $0.state.trashed != nil }
      .map(\.state.id).sorted { $0.rawValue < $1.rawValue }
  }

  func emptyDocumentsBeingPurged() throws -> [DocumentID] {
    try load(.query("empty documents"))
    return tables.documents.values.filter { row in
      row.state.isBeingPurged && !tables.pages.values.contains { $0.document == row.state.id }
    }.map(\.state.id).sorted { $0.rawValue < $1.rawValue }
  }

  func pagesWithLeftMetadata() throws -> [PageID] {
    try load(.query("left metadata"))
    return tables.metadata.keys.filter { tables.pages[$0] == nil }
      .sorted { $0.rawValue < $1.rawValue }
  }

  func removeLeftMetadata(of pages: some Sequence<PageID>) {
    for page in pages where tables.pages[page] == nil { tables.metadata[page] = nil }
  }

  func removeNodesOfDocumentsBeingPurged(atMost count: Int) throws -> Int {
    try load(.query("nodes of documents being purged"))
    let nodes = tables.nodes.filter { tables.documents[$1.document]?.state.isBeingPurged == true }
      .keys.sorted().prefix(count)
    for node in nodes { tables.nodes[node] = nil }
    return nodes.count
  }
}
