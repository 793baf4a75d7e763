// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// What a gallery knows of its source beyond the pages that it shows.
struct SharedPages {
  /// The version of the source that is known.
  private(set) var version: Int

  /// The pages of that version, `nil` if they are those of the session.
  private(set) var order: PageOrder?

  /// Changes that are newer than `version`.
  private var arrived: [PageSourceChange] = []

  /// Whether the source has been asked for a change and has not answered.
  var isAsking = false

  /// Whether the source has been asked for its pages and has not answered.
  var isRefreshing = false

  /// The request with which the session takes over the changes of others, and the version to which
  /// it leads.
  var takeover: (ticket: UpdateTicket, version: Int)?

  /// The number of requests of callers that have not ended.
  var openRequestCount = 0

  init(version: Int) { self.version = version }

  /// Keeps a change until it is its turn.
  mutating func receive(_ change: PageSourceChange) {
    if change.version > version { arrived.append(change) }
  }

  /// Counts the changes that have arrived as known.
  ///
  /// - Parameter shown: The pages of the session.
  /// - Returns: `false` if there is a gap between the changes, or one of them does not fit: the source
  ///   has to be asked for its pages.
  mutating func takeArrived(shown: () -> PageOrder) -> Bool {
    for change in arrived where change.version > version {
      guard change.version == version + 1 else { return false }
      var changed = order ?? shown()
      guard let changeset = change.changeset, (try? changed.apply(changeset)) != nil else {
        return false
      }
      order = changed
      version = change.version
    }
    arrived = []
    return true
  }

  /// Forgets the changes that have arrived; edits will find out by their conflicts.
  mutating func dropArrived() { arrived = [] }

  /// Notes the pages that the source says it has.
  ///
  /// Pages of an older version, or with a name that stands twice, are passed over.
  mutating func note(_ known: VersionedPages) {
    arrived.removeAll { $0.version <= known.version }
    // What is missing in between will be in a later version of the pages.
    if let next = arrived.first, next.version != known.version + 1 { arrived = [] }
    guard known.version >= version, let pages = PageOrder(unique: known.pages) else { return }
    version = known.version
    order = pages
  }

  /// Notes a change that the source has made on request.
  ///
  /// - Parameters:
  ///   - changeset: The change, against the pages of the source.
  ///   - version: The version after it.
  mutating func note(_ changeset: Changeset, version: Int) {
    // The source may have been asked for its pages meanwhile.
    guard version > self.version else { return }
    if var changed = order, (try? changed.apply(changeset)) != nil { order = changed }
    self.version = version
    arrived.removeAll { $0.version <= version }
  }

  /// Notes that the session has taken over the pages of a version.
  mutating func endTakeover() {
    if takeover?.version == version { order = nil }
    takeover = nil
  }

  /// Notes that the session shows the pages of the source.
  mutating func agree() { order = nil }
}
