// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GallerySharing

/// A source of pages as plain arrays, which shares no code with the galleries.
struct ArraySource {
  private(set) var ids: [PageID]
  private(set) var sizes: [PageID: PageShape?] = [:]
  private var contentVersions: [PageID: Int] = [:]
  /// All changes so far; the first one leads to version 1.
  private(set) var history: [Changeset] = []
  /// The pages that were ever inserted.
  private(set) var inserted: Set<PageID> = []
  /// The pages of all deletions, in order.
  private var deletions: [PageID] = []
  /// The pages that were inserted again after a deletion.
  private(set) var restored: Set<PageID> = []
  /// The sum of the requested turns of each page.
  private(set) var turns: [PageID: QuarterTurns] = [:]
  /// Whether the next edit fails.
  var refusesNext = false
  /// Whether a conflict is answered with the changes since the version of the edit.
  var explainsConflicts = false

  var version: Int { history.count }

  init(count: Int) {
    ids = (0..<count).map { PageID(UInt64($0)) }
    for id in ids { sizes[id] = try? PageShape(aspectRatio: 0.5) }
  }

  var pages: VersionedPages {
    VersionedPages(pages: ids.map(page), version: version)
  }

  /// The deleted pages, the last one last.
  var trash: [Page] { deletions.filter { !ids.contains($0) }.map(page) }

  private func page(_ id: PageID) -> Page {
    Page(id: id, size: sizes[id] ?? nil, contentVersion: contentVersions[id] ?? 0)
  }

  /// Answers a request other than that for changes.
  mutating func answer(_ call: PageSourceRequest.Call) -> PageSourceResponse {
    switch call {
    case .pages: return .pages(pages)
    case .version: return .version(version)
    case .changes: return .end
    case .apply(let changeset, let version):
      return failure(of: version) ?? .receipt(apply(changeset))
    case .rotate(let page, let added, let version):
      if let failure = failure(of: version) { return failure }
      guard let index = ids.firstIndex(of: page) else { return .failure(.failed(code: 9)) }
      let ratio = sizes[page]??.aspectRatio ?? 1
      let size = try? PageShape(aspectRatio: added.swapsSides ? 1 / ratio : ratio)
      turns[page] = (turns[page] ?? .none) + added
      return .receipt(apply(Changeset(replacements: [.init(index: index, size: size)])))
    }
  }

  func changes(after version: Int) -> [PageSourceChange] {
    (version..<max(version, history.count)).map {
      PageSourceChange(version: $0 + 1, changeset: history[$0])
    }
  }

  private mutating func failure(of version: Int) -> PageSourceResponse? {
    if refusesNext {
      refusesNext = false
      return .failure(.failed(code: 7))
    }
    guard version != self.version else { return nil }
    let changes = explainsConflicts ? changes(after: version) : []
    return .failure(.conflict(version: self.version, changes: changes))
  }

  @discardableResult
  mutating func apply(_ changeset: Changeset) -> PageSourceReceipt {
    for replacement in changeset.replacements {
      let id = ids[replacement.index]
      sizes[id] = replacement.size
      contentVersions[id, default: 0] += 1
    }
    let taken = Set(changeset.deletions + changeset.moves.map(\.source))
    var placed = changeset.moves.map { (index: $0.destination, id: ids[$0.source]) }
    for insertion in changeset.insertions {
      let page = insertion.page
      placed.append((insertion.index, page.id))
      sizes[page.id] = page.size
      contentVersions[page.id] = page.contentVersion
      inserted.insert(page.id)
      if deletions.contains(page.id) { restored.insert(page.id) }
    }
    deletions += changeset.deletions.map { ids[$0] }
    ids = ids.indices.filter { !taken.contains($0) }.map { ids[$0] }
    for place in placed.sorted(by: { $0.index < $1.index }) {
      ids.insert(place.id, at: place.index)
    }
    history.append(changeset)
    return PageSourceReceipt(version: version, pageCount: ids.count)
  }
}
