// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GallerySystem

/// The history of documents and pages from the records of all processes, in one order.
struct RecordHistory {
  /// The records of one change.
  struct Change {
    /// The change number; zero in stores of the first version.
    var number: Int64
    var slot: Int
    /// The offset of the change in its file.
    var offset: Int
    /// The records except metadata, which are large.
    var records: [StoreRecord] = []
    /// Whether there was any record.
    var isEmpty = true
  }

  /// The last recorded metadata of a page or document.
  struct Metadata {
    var text: String
    /// The number of that change.
    var change: Int64
    /// The position of the record among all with that number.
    fileprivate var place: (slot: Int, offset: Int)

    fileprivate func precedes(_ other: Self) -> Bool {
      (change, place.slot, place.offset) <= (other.change, other.place.slot, other.place.offset)
    }
  }

  private(set) var changes: [Change] = []
  private(set) var titles: [DocumentID: String] = [:]
  /// The document to which each page was added.
  private(set) var documents: [PageID: DocumentID] = [:]
  /// The number of the change with which each page was added.
  private(set) var arrivals: [PageID: Int64] = [:]
  /// The digests of each page over time, the original ones first.
  private(set) var digests: [PageID: [ContentDigest]] = [:]
  /// The last metadata of each page.
  private(set) var metadata: [PageID: Metadata] = [:]
  /// The last metadata of each document; not recorded by earlier versions.
  private(set) var documentMetadata: [DocumentID: Metadata] = [:]

  /// Reads all records of a store, committed or not.
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
    // Changes without a number are older than all others.
    changes.sort { ($0.number, $0.slot, $0.offset) < ($1.number, $1.slot, $1.offset) }
    for change in changes {
      for record in change.records { take(record, of: change) }
    }
  }

  /// Notes a metadata record; only the latest per page and document is kept.
  ///
  /// - Returns: Whether it is a metadata record.
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

  private mutating func take(_ record: StoreRecord, of change: Change) {
    switch record {
    case .change, .metadata, .documentMetadata: break
    case .document(let id, let title): titles[id] = title
    case .page(let id, let document, let digest):
      documents[id] = document
      arrivals[id] = change.number
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

  /// Returns the latest digest of a page among the existing originals.
  func digest(of page: PageID, among originals: Set<ContentDigest>) -> ContentDigest? {
    digests[page]?.last { originals.contains($0) }
  }

  /// Whether a page had later bytes than the latest ones among the existing originals.
  func hasLostBytes(of page: PageID, among originals: Set<ContentDigest>) -> Bool {
    digests[page]?.last.map { !originals.contains($0) } ?? false
  }

  /// The largest change number.
  var lastNumber: Int64 { changes.last?.number ?? 0 }

  /// The largest page number.
  private(set) var lastPage: UInt64 = 0

  private static let digestLimit = 64
}
