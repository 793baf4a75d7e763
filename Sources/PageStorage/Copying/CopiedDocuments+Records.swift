// SPDX-License-Identifier: Apache-2.0

extension CopiedDocuments {
  /// The records from which a folder can rebuild its catalog.
  func records(over old: Self) throws -> [StoreRecord] {
    let known = Dictionary(old.pages.map { ($0.row.id, $0) }) { first, _ in first }
    var records = ids.flatMap { id in
      (documents[id] ?? nil)?.records(over: old.documents[id] ?? nil) ?? []
    }
    for page in pages { records += page.records(over: known[page.row.id]) }
    records += removedPages(of: old).map { .removedPage($0) }
    return records + removedDocuments(of: old).map { .removedDocument($0) }
  }
}

extension CopiedDocument {
  fileprivate func records(over old: Self?) -> [StoreRecord] {
    var records: [StoreRecord] = []
    if title != old?.title { records.append(.document(state.id, title: title.text)) }
    if metadata != old?.metadata ?? ExactText(DocumentRow.emptyMetadata) {
      records.append(.documentMetadata(state.id, text: metadata.text))
    }
    return records
  }
}

extension CopiedDocument.Page {
  fileprivate func records(over old: Self?) -> [StoreRecord] {
    var records: [StoreRecord] = []
    if old == nil {
      records.append(.page(row.id, row.document, original.digest))
    } else if old?.original.digest != original.digest {
      records.append(.replacement(row.id, original.digest))
    }
    if metadata != old?.metadata {
      records.append(.metadata(row.id, text: metadata?.text ?? PageMetadata.emptyText))
    }
    return records
  }
}
