// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryTestData
import PageStorage

/// A judge of damaged copies of a store, one after the other.
struct FlipJudge {
  let folder: String
  let expected: StoreSnapshot
  /// The paths of the originals, relative to the folder, by their bytes.
  let places: [[UInt8]: String]
  /// The changed original, `nil` if another file was changed.
  let damagedOriginal: [UInt8]?
  private(set) var violations: [String] = []
  private(set) var outcomes: [String] = []

  init(
    folder: String, expected: StoreSnapshot, places: [[UInt8]: String], damagedOriginal: [UInt8]?
  ) {
    self.folder = folder
    self.expected = expected
    self.places = places
    self.damagedOriginal = damagedOriginal
  }

  /// Runs a closure and returns the code of its error.
  private func code(_ body: () async throws(PageStoreError) -> Void) async -> String? {
    do throws(PageStoreError) {
      try await body()
      return nil
    } catch {
      return "\(error.code) (\(error))"
    }
  }

  private func open(_ access: PageStoreConfiguration.Access) async throws(PageStoreError)
    -> PageStore
  {
    var configuration = StoreTemplate.configuration
    configuration.access = access
    return try await PageStore.open(at: folder, configuration: configuration)
  }

  /// Returns the pages whose originals are no longer anywhere in the store.
  private func lost(among pages: some Sequence<PageID>) -> [PageID] {
    let suspects = pages.filter { page in
      guard let bytes = expected.bytes[page], bytes != damagedOriginal else { return false }
      return FolderImage.bytes(of: folder + (places[bytes] ?? "")) != bytes
    }
    guard !suspects.isEmpty else { return [] }
    let there = Set(FolderImage(of: folder).files.values)
    return suspects.filter { !there.contains(expected.bytes[$0] ?? []) }
      .sorted { $0.rawValue < $1.rawValue }
  }

  private mutating func checkOriginals(_ pages: some Sequence<PageID>, after what: String) {
    let lost = lost(among: pages)
    if !lost.isEmpty {
      violations.append("\(what): originals removed of pages \(lost.map(\.rawValue))")
    }
  }
}

// MARK: - Reading

extension FlipJudge {
  /// Reads everything, and checks whether the store considers itself sound.
  mutating func read() async {
    let failure = await code { () async throws(PageStoreError) in
      let store = try await open(.readOnly)
      await judge(store, "read", expected: expected)
      await store.close()
    }
    if failure != nil { outcomes.append("refused") }
  }

  private mutating func judge(
    _ store: PageStore, _ what: String, expected: StoreSnapshot
  ) async {
    let served = await StoreSnapshot(store, asking: expected)
    let differences = served.differences(from: expected, withTimes: true)
    var isSound = false
    let failure = await code { () async throws(PageStoreError) in
      isSound = try await store.verify().isSound
    }
    outcomes.append(isSound ? "sound" : failure == nil ? "found" : "verify-threw")
    guard isSound, let first = differences.first else { return }
    let wrong = differences.first { $0.isWrong }
    violations.append(
      "\(what): verify is sound, \(wrong == nil ? "missing" : "served wrongly"): "
        + (wrong ?? first).words + " and \(differences.count - 1) more")
  }
}

// MARK: - Writing

extension FlipJudge {
  /// Opens the store for writing, ingests and purges: with a damaged index, a purge must not remove
  /// originals in use.
  mutating func write() async {
    let failure = await code { () async throws(PageStoreError) in
      let store = try await open(.readWrite)
      checkOriginals(expected.pages.keys, after: "opening")
      await ingestAgainAndPurge(store)
      await store.close()
    }
    if failure != nil { outcomes.append("not-writable") }
    checkOriginals(
      failure == nil ? expected.present : Array(expected.pages.keys), after: "purging")
  }

  /// Ingests the bytes of all pages again, deletes the new pages, and purges.
  private func ingestAgainAndPurge(_ store: PageStore) async {
    guard let document = expected.documents.values.first(where: { $0.title == "Lease" })?.id
    else { return }
    let inputs = Set(expected.bytes.values).map { PageInput.bytes($0) }
    let outcomes = await store.ingest(inputs, into: document)
    var new = outcomes.compactMap { try? $0.get().id }
    // A page that fails makes others of its batch fail; alone they may be stored.
    for (input, outcome) in zip(inputs, outcomes) where (try? outcome.get()) == nil {
      if let page = try? await store.append(input, to: document) { new.append(page.id) }
    }
    if !new.isEmpty { _ = try? await store.delete(new) }
    _ = try? await store.purge(deletedBefore: .distantFuture)
  }
}

// MARK: - Repair

extension FlipJudge {
  /// Repairs the store and compares it with the report.
  mutating func repair() async {
    var report = RepairReport?.none
    let failure = await code { () async throws(PageStoreError) in
      report = try await PageStore.repair(
        at: folder, configuration: StoreTemplate.configuration)
    }
    checkOriginals(expected.pages.keys, after: "repair")
    guard let report else {
      return violations.append("repair threw \(failure ?? "")")
    }
    let losses = ReportedLosses(report)
    outcomes += losses.general
    let after = await code { () async throws(PageStoreError) in
      let store = try await open(.readWrite)
      await judge(store, losses)
      await judgeAppending(to: store, losses)
      await store.close()
    }
    if let after { violations.append("after repair: \(after)") }
  }

  private mutating func judge(_ store: PageStore, _ losses: ReportedLosses) async {
    let served = await StoreSnapshot(store, asking: expected)
    let all = served.differences(from: expected, withTimes: false)
    let silent = all.filter { !losses.explain($0, in: served, expected) }
    if !all.isEmpty { outcomes.append("changed") }
    if let first = silent.first {
      violations.append(
        "repair did not report: \(first.words) and \(silent.count - 1) more")
    }
    await judgeSoundness(of: store, losses, "after repair")
  }

  private mutating func judgeSoundness(
    of store: PageStore, _ losses: ReportedLosses, _ what: String
  ) async {
    var problems: [VerificationReport.Problem] = []
    let failure = await code { () async throws(PageStoreError) in
      problems = try await store.verify().problems
    }
    let silent = problems.filter { problem in
      guard case .original(let page, _) = problem else { return true }
      return !losses.names(page)
    }
    if let failure { violations.append("\(what): verify threw \(failure)") }
    if !silent.isEmpty { violations.append("\(what): \(silent.prefix(3)), \(silent.count) in all") }
  }

  private mutating func judgeAppending(to store: PageStore, _ losses: ReportedLosses) async {
    let new = PagePicture.bytes(999)
    var isServed = false
    let failure = await code { () async throws(PageStoreError) in
      var document = try await store.documents().first?.id
      if document == nil { document = try await store.createDocument(title: "new").id }
      guard let document else { return }
      let page = try await store.append(.bytes(new), to: document)
      isServed = try await store.bytes(of: page.id) == new && expected.pages[page.id] == nil
    }
    if !isServed { violations.append("no page can be added: \(failure ?? "not the same bytes")") }
    await judgeSoundness(of: store, losses, "after adding a page")
  }
}
