// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// What records say of the documents and pages of a store, those of all processes in one order.
struct RecordHistory {
  /// The records of one change.
  struct Change {
    /// The number of the change in the store; zero in stores of the first version.
    var number: Int64
    var slot: Int
    /// Where the change begins in its file.
    var offset: Int
    /// The records, but for those of metadata, which take room.
    var records: [StoreRecord] = []
    /// Whether there was any record.
    var isEmpty = true
  }

  /// What records say last of the metadata of a page or of a document.
  struct Metadata {
    var text: String
    /// The number of the change that said so.
    var change: Int64
    /// Where the record stands among all of that number.
    fileprivate var place: (slot: Int, offset: Int)

    fileprivate func precedes(_ other: Self) -> Bool {
      (change, place.slot, place.offset) <= (other.change, other.place.slot, other.place.offset)
    }
  }

  private(set) var changes: [Change] = []
  private(set) var titles: [DocumentID: String] = [:]
  /// The document that each page came to.
  private(set) var documents: [PageID: DocumentID] = [:]
  /// The bytes that each page has had, those it came with first.
  private(set) var digests: [PageID: [ContentDigest]] = [:]
  /// What was kept with each page last.
  private(set) var metadata: [PageID: Metadata] = [:]
  /// What was kept with each document last; records of earlier versions do not tell.
  private(set) var documentMetadata: [DocumentID: Metadata] = [:]

  /// Reads all records of a store, whether they were committed or not.
  init(_ folder: StoreFolder) throws(PageStoreError) {
    for slot in try folder.records.names().compactMap(Slot.number).sorted() {
      guard try folder.records.status(of: "\(slot)")?.kind == .file else { continue }
      let (file, _) = try folder.records.openToRead("\(slot)")
      defer { SystemCalls.closeFile(file) }
      var change = Change(number: 0, slot: slot, offset: 0)
      try RecordReader(descriptor: file).forEach(from: 0) { record, place in
        if case .change(let number) = record {
          add(change)
          change = Change(number: number, slot: slot, offset: place.lowerBound)
        } else if let record {
          change.isEmpty = false
          if !note(record, in: change, at: place.lowerBound) { change.records.append(record) }
        }
      }
      add(change)
    }
    // Those without a number are older than all others.
    changes.sort { ($0.number, $0.slot, $0.offset) < ($1.number, $1.slot, $1.offset) }
    for change in changes {
      for record in change.records { take(record) }
    }
  }

  /// Takes metadata; only the last ones of each page and document are kept.
  ///
  /// - Returns: Whether it is a record of metadata.
  private mutating func note(_ record: StoreRecord, in change: Change, at offset: Int) -> Bool {
    func known(_ text: String) -> Metadata {
      Metadata(text: text, change: change.number, place: (change.slot, offset))
    }
    switch record {
    case .metadata(let id, let text):
      let new = known(text)
      if metadata[id]?.precedes(new) ?? true { metadata[id] = new }
    case .documentMetadata(let id, let text):
      let new = known(text)
      if documentMetadata[id]?.precedes(new) ?? true { documentMetadata[id] = new }
    default: return false
    }
    return true
  }

  private mutating func add(_ change: Change) {
    if !change.isEmpty { changes.append(change) }
  }

  private mutating func take(_ record: StoreRecord) {
    switch record {
    case .change, .metadata, .documentMetadata: break
    case .document(let id, let title): titles[id] = title
    case .page(let id, let document, let digest):
      documents[id] = document
      lastPage = max(lastPage, id.rawValue)
      // The first bytes; of a page that is told of again and again, they stay.
      if (digests[id]?.count ?? 0) < Self.digestLimit {
        digests[id, default: []].insert(digest, at: 0)
      }
    case .replacement(let id, let digest): digests[id, default: []].append(digest)
    case .removedPage(let id):
      metadata[id] = nil
      lastPage = max(lastPage, id.rawValue)
      documents[id] = nil
      digests[id] = nil
    case .removedDocument(let id):
      titles[id] = nil
      documentMetadata[id] = nil
    }
  }

  /// The bytes that a page had last, of those that are there.
  func digest(of page: PageID, among originals: Set<ContentDigest>) -> ContentDigest? {
    digests[page]?.last { originals.contains($0) }
  }

  /// The largest number of a change.
  var lastNumber: Int64 { changes.last?.number ?? 0 }

  /// The largest number of a page.
  private(set) var lastPage: UInt64 = 0

  private static let digestLimit = 64
}
