// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The documents that a watched folder fills.
struct WatchTarget: Sendable {
  /// The destination of the pages.
  enum Destination: Hashable, Sendable {
    /// A named document.
    case document(DocumentID)
    /// The documents of a folder, given by its absolute path, except those with IDs up to `floor`.
    case folder(Path, floor: DocumentID?)
  }

  let destination: Destination
  let grouping: WatchGrouping

  /// The title of new documents except those of subfolders; `nil` for the name of the folder.
  let title: String?

  private static let nanosecondsPerMillisecond: Int64 = 1_000_000

  /// Returns the destination of the pages of a subfolder, or of the folder itself.
  func destination(of subfolder: [UInt8]?) -> PageDestination {
    switch destination {
    case .document(let id): return .document(id)
    case .folder(let path, let floor):
      let folder = owningFolder(subfolder, path)
      return .owner(
        DocumentOwner(
          key: WatchMetadata.folderKey, value: String(decoding: folder.bytes, as: UTF8.self),
          floor: floor))
    }
  }

  /// Returns the rules for some pages: the title of a new document, and whether one begins.
  func rules(for arrivals: [WatchGrouping.Arrival]) -> DocumentRules {
    let title = title(of: arrivals.first?.subfolder)
    guard case .pause(let pause) = grouping, let first = arrivals.map(\.time).min(),
      let last = arrivals.map(\.time).max()
    else { return DocumentRules(title: title) }
    return DocumentRules(title: title) { document in
      guard let before = Self.lastArrival(document.metadata) else { return false }
      return WatchGrouping.continues(after: before, at: first, pause)
    } note: { metadata in
      let latest = max(last, Self.lastArrival(metadata) ?? last)
      metadata[WatchMetadata.arrivalKey] = String(latest / Self.nanosecondsPerMillisecond)
    }
  }

  private func owningFolder(_ subfolder: [UInt8]?, _ path: Path) -> Path {
    guard grouping == .subfolder, let subfolder else { return path }
    return path.appending(subfolder)
  }

  private func title(of subfolder: [UInt8]?) -> String {
    if grouping == .subfolder, let subfolder { return String(decoding: subfolder, as: UTF8.self) }
    guard case .folder(let path, _) = destination else { return "" }
    return title ?? IngestTarget.title(for: path)
  }

  private static func lastArrival(_ metadata: [String: String]) -> Int64? {
    metadata[WatchMetadata.arrivalKey].flatMap { Int64($0) }.flatMap { time in
      let (product, overflows) = time.multipliedReportingOverflow(by: nanosecondsPerMillisecond)
      return overflows ? nil : product
    }
  }
}
