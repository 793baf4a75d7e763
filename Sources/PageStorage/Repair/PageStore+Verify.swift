// SPDX-License-Identifier: Apache-2.0

import GRDB
import GalleryPages
import GallerySystem
import PageImaging

extension PageStore {
  /// Reads everything and reports damage, page by page.
  ///
  /// It reads all originals, all entries and indexes of the catalog, and all records from which the
  /// catalog can be rebuilt. The store may be read and written meanwhile. Nothing is changed,
  /// except that damaged images are marked if they are decoded and the store was opened for
  /// writing.
  ///
  /// - Parameters:
  ///   - decoding: Whether images are decoded too. Damaged ones are marked in the store; one that
  ///     exceeds ``PageStoreConfiguration/limits`` is reported, but not marked.
  ///   - progress: Called after each original on any thread, with the number of originals read and
  ///     the total.
  /// - Returns: A report of the problems.
  /// - Throws: `PageStoreError.locked`, `.corrupted` if the catalog cannot be read at all, `.io` if
  ///   the disk fails while anything but an original is read, `.closed`, `.cancelled` after an original.
  /// - Complexity: O(bytes stored).
  public func verify(
    decoding: Bool = false,
    progress: @escaping @Sendable (_ read: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws(PageStoreError) -> VerificationReport {
    let (report, images) = try await findings(decoding: decoding, progress)
    if configuration.access == .readWrite { try await markDamaged(images) }
    return report
  }

  private func findings(
    decoding: Bool, _ progress: @escaping @Sendable (Int, Int) -> Void
  ) async throws(PageStoreError) -> (VerificationReport, StoreVerification.Images) {
    guard case .folder(let catalog) = engine else {
      var verification = ServedVerification(self)
      return try await verification.run(decoding: decoding, progress)
    }
    return try await BlockingWork.runUntilCancelled(on: BlockingWork.lengthy) {
      (check) throws(PageStoreError) in
      let verification = StoreVerification(
        folder: self.folder, catalog: catalog, limits: self.configuration.limits,
        maximumPageByteCount: self.configuration.maximumPageByteCount)
      return try verification.run(decoding: decoding) { (read, all) throws(PageStoreError) in
        progress(read, all)
        if read < all { try check() }
      }
    }
  }
}

/// The work of a verification.
struct StoreVerification {
  let folder: StoreFolder
  let catalog: Catalog
  let limits: DecodingLimits
  let maximumPageByteCount: Int

  typealias Images = [ContentDigest: String]

  /// Returns the problems, and the damaged images that are not marked yet.
  func run(
    decoding: Bool, _ progress: (Int, Int) throws(PageStoreError) -> Void
  ) throws(PageStoreError) -> (VerificationReport, Images) {
    var (report, uses) = try CatalogConnection.withoutReadFailures {
      () throws(PageStoreError) in
      let hasAllChanges = try UnknownChanges(folder: folder, catalog: catalog).areNone()
      return try catalog.read { db in
        // Start over if other processes disturbed the previous attempt.
        var report = VerificationReport()
        if !hasAllChanges { report.add(.lostChanges) }
        let uses = try CatalogVerification(db: db).run(&report)
        try RecordVerification(folder: folder, db: db).run(&report)
        return (report, uses)
      }
    }
    report.originalCount = uses.count
    var images: Images = [:]
    for (place, use) in uses.enumerated() {
      try verify(use, decoding: decoding, &report, &images)
      try progress(place + 1, uses.count)
    }
    try StrayVerification(folder: folder, catalog: catalog).run(&report)
    return (report, images)
  }

  private func verify(
    _ use: CatalogVerification.UsedOriginal, decoding: Bool, _ report: inout VerificationReport,
    _ images: inout Images
  ) throws(PageStoreError) {
    let digest = use.blob.digest
    do throws(PageStoreError) {
      let isSound = try readTwice { () throws(PageStoreError) in
        try folder.isSound(digest, byteCount: use.blob.byteCount, limit: maximumPageByteCount)
      }
      if !isSound, try isUsed(digest) {
        for page in use.pages { report.add(.original(page, digest)) }
      }
      try verifyImage(use, isDecoded: isSound && decoding, &report, &images)
    } catch {
      guard case .io(_, let errno) = error else { throw error }
      for page in use.pages { report.add(.unreadable(page, digest, errno: errno)) }
    }
  }

  private func verifyImage(
    _ use: CatalogVerification.UsedOriginal, isDecoded: Bool, _ report: inout VerificationReport,
    _ images: inout Images
  ) throws(PageStoreError) {
    let digest = use.blob.digest
    var finding: (message: String, damage: String?)?
    if isDecoded, use.blob.header != nil {
      finding = try readTwice { () throws(PageStoreError) in try decodeImage(of: digest) }
    }
    if finding?.damage != nil || use.blob.damage != nil {
      report.damagedImageCount += use.pages.count
    }
    guard let finding else { return }
    if use.blob.damage == nil, let damage = finding.damage { images[digest] = damage }
    for page in use.pages { report.add(.image(page, message: finding.message)) }
  }

  /// Runs a read, and retries it once after a disk error.
  private func readTwice<Result>(
    _ body: () throws(PageStoreError) -> Result
  ) throws(PageStoreError) -> Result {
    do throws(PageStoreError) {
      return try body()
    } catch {
      guard case .io = error else { throw error }
      return try body()
    }
  }

  /// Returns whether previously listed bytes are still in use.
  private func isUsed(_ digest: ContentDigest) throws(PageStoreError) -> Bool {
    try catalog.lookUp { db in try db.original(digest) != nil }
  }

  /// Returns the message for an original's image, and whether it is damage to be marked.
  private func decodeImage(
    of digest: ContentDigest
  ) throws(PageStoreError) -> (message: String, damage: String?)? {
    guard let (file, _) = try folder.open(digest) else { return nil }
    defer { SystemCalls.closeFile(file) }
    do throws(ImagingError) {
      return try Self.imageFinding(of: try ByteSource(readingFrom: file), limits)
    } catch {
      if case .io(let operation, let errno) = error {
        throw PageStoreError.io(operation: operation, errno: errno)
      }
      return (error.description, ImageDamage.message(of: error))
    }
  }

  /// Returns the message for an image, and whether it is damage to be marked; `nil` for a sound one.
  static func imageFinding(
    of source: ByteSource, _ limits: DecodingLimits
  ) throws(ImagingError) -> (message: String, damage: String?)? {
    // Large enough that decoding needs all image data.
    let options = DecodingOptions(target: .longSide(decodedSide), limits: limits)
    let image = try ImageDecoder.decode(source, options: options)
    return image.isDamaged ? (ImageDamage.partial, ImageDamage.partial) : nil
  }

  private static let decodedSide = 2_048
}

/// Finds files that belong to no page, while others add pages.
struct StrayVerification {
  let folder: StoreFolder
  let catalog: Catalog

  // Files get their final names shortly before their commit.
  private static let attemptCount = 20
  private static let pause: UInt32 = 100_000

  func run(_ report: inout VerificationReport) throws(PageStoreError) {
    let listing = try StoreListing(folder)
    var orphans = try unknown(listing.originals)
    var attempt = 0
    while !orphans.isEmpty, attempt < Self.attemptCount, try CatalogFileSnapshot(folder).areShared {
      SystemCalls.sleep(microseconds: Self.pause)
      let present = try orphans.filter { (digest) throws(PageStoreError) in
        try folder.status(of: digest) != nil
      }
      orphans = try unknown(present)
      attempt += 1
    }
    for path in (listing.strays.map(\.path) + orphans.map { folder.path(of: $0) }).sorted() {
      report.add(.orphan(path: path))
    }
  }

  /// Returns the originals that have no entry and are not waiting to be removed.
  private func unknown(_ digests: Set<ContentDigest>) throws(PageStoreError) -> Set<ContentDigest> {
    guard !digests.isEmpty else { return [] }
    return try catalog.read { db in
      var unknown = digests.subtracting(try db.presentOriginals(among: digests))
      try db.each("SELECT digest FROM doomed") { row in
        if let digest = row.digest(0) {
          unknown.remove(digest)
        }
      }
      return unknown
    }
  }
}

extension Set {
  /// Like `filter`, with the error of the closure.
  fileprivate func filter(
    _ isIncluded: (Element) throws(PageStoreError) -> Bool
  ) throws(PageStoreError) -> Set {
    var result: Set = []
    for element in self where try isIncluded(element) { result.insert(element) }
    return result
  }
}
