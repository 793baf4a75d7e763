// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageImaging

/// The work of a verification of a store on servers.
///
/// Documents are read one after the other, each from its own snapshot, so that no transaction is open for long.
struct ServedVerification {
  let store: PageStore
  private var report = VerificationReport()
  private var uses: [ContentDigest: (original: BlobRow, pages: [PageID])] = [:]
  private var images: StoreVerification.Images = [:]

  /// The originals that belong to no page.
  private(set) var orphans: [ContentDigest] = []
  /// The originals that are missing or altered, with their pages: all of them, also those that the report does not list.
  private(set) var lost: [ContentDigest: [PageID]] = [:]
  /// The originals that are marked as lost, and are there, each with the damage of its image: the mark has replaced it.
  private(set) var foundAgain: [ContentDigest: String?] = [:]

  /// The number of originals that are read side by side.
  private static let width = 4

  init(_ store: PageStore) { self.store = store }

  /// Returns the problems, and the damaged images that are not marked yet.
  mutating func run(
    decoding: Bool, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PageStoreError) -> (VerificationReport, StoreVerification.Images) {
    try await verifyCounters()
    for document in try await store.documentIDs() { try await verify(document) }
    let purged = try await store.read { db in try db.documents(deletedUpTo: DocumentState.purged) }
    for document in purged { try await verify(document) }
    try await verifyChanges()
    try await verifyReceipts()
    report.originalCount = uses.count
    try await verifyOriginals(decoding: decoding, progress)
    if case .served(let engine) = store.engine {
      orphans = try await Self.orphans(in: engine)
      for digest in orphans { report.add(.orphan(path: Self.path(of: digest))) }
    }
    return (report, images)
  }

  private mutating func verifyCounters() async throws(PageStoreError) {
    let isSound = try await store.read { db in
      guard let next = try db.counter(.page) else { return false }
      return try next >= db.lowestFreePageNumber() && next <= DocumentRow.maximumID
    }
    if !isSound { report.add(.catalog(message: CatalogFault.pageCounter)) }
    let (problems, indexes) = try await store.read { db in
      let served = db as? any ServedTransaction
      return (try served?.catalogProblems() ?? [], try served?.missingIndexes() ?? [:])
    }
    for problem in problems { report.add(.catalog(message: problem)) }
    for (name, statement) in indexes.sorted(by: { $0.key < $1.key }) {
      report.add(.missingIndex(name: name, statement: statement))
    }
  }

  private mutating func verify(_ document: DocumentID) async throws(PageStoreError) {
    let (problems, pages) = try await store.readAtLength { db in
      var verification = ServedDocumentVerification(document, db)
      try verification.run()
      return (verification.problems, verification.pages)
    }
    for problem in problems { report.add(problem) }
    // Those of documents that are being purged count only if they are damaged.
    report.pageCount += pages.count + problems.count { if case .page = $0 { true } else { false } }
    for page in pages {
      uses[page.original.digest, default: (page.original, [])].pages.append(page.id)
    }
  }

  /// Reads the log of changes in portions; entries that others add or remove meanwhile do no harm.
  private mutating func verifyChanges() async throws(PageStoreError) {
    var next: Int64? = .min
    while let start = next {
      let (isSound, last) = try await store.read { db in
        let found = try db.changes(after: start, limit: 256)
        return (found.allSatisfy(\.isSound), found.last?.row.number)
      }
      guard isSound else { return report.add(.catalog(message: CatalogFault.changeLog)) }
      next = last
    }
  }

  private mutating func verifyReceipts() async throws(PageStoreError) {
    var next: Int64? = .min
    while let start = next {
      let (damaged, last) = try await store.read { db in
        try db.damagedReceipts(from: start, limit: 256)
      }
      for number in damaged { report.add(.receipt(number: number)) }
      next = last.flatMap { $0 < .max ? $0 + 1 : nil }
    }
  }
}

// MARK: - Originals

extension ServedVerification {
  /// What was found out about an original.
  private enum Finding: Sendable {
    case sound, lost
    case image(message: String, damage: String?)
    case unreadable(errno: Int32)
    case failure(PageStoreError)
  }

  private mutating func verifyOriginals(
    decoding: Bool, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PageStoreError) {
    let originals = uses.values.map(\.original).sorted { $0.id < $1.id }
    for start in stride(from: 0, to: originals.count, by: Self.width) {
      let part = originals[start..<min(start + Self.width, originals.count)]
      let store = store
      let findings = await withTaskGroup(of: (BlobRow, Finding).self) { group in
        for original in part {
          group.addTask { (original, await Self.verify(original, in: store, decoding: decoding)) }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for (original, finding) in findings {
        try await add(finding, of: original, decoded: decoding && original.header != nil)
      }
      progress(start + part.count, originals.count)
      if Task.isCancelled, start + part.count < originals.count { throw .cancelled }
    }
  }

  private static func verify(
    _ original: BlobRow, in store: PageStore, decoding: Bool
  ) async -> Finding {
    do throws(PageStoreError) {
      let bytes = try await store.blobs.withoutCache.bytes(
        // Another program may store larger ones.
        of: original.digest,
        limit: max(store.configuration.maximumPageByteCount, original.byteCount))
      guard bytes.count == original.byteCount else { return .lost }
      let isDecoded = original.isMarkedLost || decoding && original.header != nil
      guard isDecoded else { return .sound }
      let limits = store.configuration.limits
      return try await BlockingWork.run(on: BlockingWork.lengthy) { () throws(PageStoreError) in
        do throws(ImagingError) {
          let found = try StoreVerification.imageFinding(of: ByteSource(bytes), limits)
          return found.map { .image(message: $0.message, damage: $0.damage) } ?? .sound
        } catch {
          return .image(message: error.description, damage: ImageDamage.message(of: error))
        }
      }
    } catch {
      switch error {
      case .corrupted(.original), .limitExceeded, .irregularFile: return .lost
      case .io(_, let errno): return .unreadable(errno: errno)
      default: return .failure(error)
      }
    }
  }

  private mutating func add(
    _ finding: Finding, of original: BlobRow, decoded: Bool
  ) async throws(PageStoreError) {
    let (digest, pages) = (original.digest, uses[original.digest]?.pages ?? [])
    var isDamagedImage = original.damage != nil
    switch finding {
    case .sound:
      if original.isMarkedLost { foundAgain[digest] = .some(nil) }
    case .lost:
      // It may have been removed with its last page since.
      guard try await store.lookUp({ db in try db.original(digest) != nil }) else { return }
      lost[digest] = pages
      for page in pages { report.add(.original(page, digest)) }
    case .unreadable(let errno):
      for page in pages { report.add(.unreadable(page, digest, errno: errno)) }
    case .image(let message, let damage):
      if damage != nil { isDamagedImage = true }
      if original.damage == nil, let damage { images[digest] = damage }
      if original.isMarkedLost { foundAgain[digest] = .some(damage) }
      guard decoded else { break }
      for page in pages { report.add(.image(page, message: message)) }
    case .failure(let error): throw error
    }
    if isDamagedImage { report.damagedImageCount += pages.count }
  }
}
