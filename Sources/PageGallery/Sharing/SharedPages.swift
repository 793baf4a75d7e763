// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// What a gallery knows of its source beyond the pages that it shows.
struct SharedPages {
  /// The version of the source that is known.
  private(set) var version: Int

  /// The pages of that version, `nil` if they are those of the session.
  private(set) var order: SourcePages?

  /// The pages of `order` whose pictures the session does not show, and has not been asked for.
  private var pictures: Set<PageID> = []

  /// The content versions that the source has of pages whose versions in the session are others.
  ///
  /// The session counts one version for all changes that it takes over together. Comparing its versions
  /// with those of the source would miss a picture whose numbers are equal by chance.
  private var sourceVersions: [PageID: Int] = [:]

  /// Whether nothing is known of the pages, because the source has gone back: its version does not tell,
  /// until they are read, whether they are those that were known.
  private(set) var arePagesUnknown = false

  /// How many changes are kept while the source does not answer.
  static let arrivedLimit = 1024

  /// Changes that are newer than `version`.
  private(set) var arrived: [PageSourceChange] = []

  /// Whether the source has been asked for a change and has not answered.
  var isAsking = false

  /// Whether the source has been asked for its pages and has not answered.
  var isRefreshing = false

  /// The request with which the session takes over the changes of others, the version to which it
  /// leads, and the versions of the pictures that it changes.
  ///
  /// The version is `nil` if the source has gone back meanwhile.
  private(set) var takeover: (ticket: UpdateTicket, version: Int?, pictures: [PageID: Int])?

  /// The number of requests of callers that have not ended.
  private(set) var openRequestCount = 0

  /// Whether taking over waits for something to end or to arrive: requests that wait keep the session
  /// from showing the pages of the source.
  private var isPatient = false

  init(version: Int) { self.version = version }

  /// Keeps a change until it is its turn.
  mutating func receive(_ change: PageSourceChange) {
    guard change.version > version else { return }
    // The pages are read anew, as after a gap.
    if arrived.count == Self.arrivedLimit { arrived = [] }
    arrived.append(change)
    isPatient = false
  }

  /// Counts the changes that have arrived as known.
  ///
  /// - Parameter shown: The pages of the session.
  /// - Returns: `false` if there is a gap between the changes, one of them does not fit, or the source has
  ///   gone back: it has to be asked for its pages.
  mutating func takeArrived(shown: () -> SourcePages) -> Bool {
    guard !arePagesUnknown else { return false }
    for change in arrived where change.version > version {
      guard change.version == version + 1 else { return false }
      let old = order ?? sourcePages(shown)
      var changed = old
      guard let changeset = change.changeset, (try? changed.apply(changeset)) != nil else {
        return false
      }
      pictures.formUnion(changeset.replacements.map { old.pages[$0.index].id })
      order = changed
      version = change.version
    }
    arrived = []
    return true
  }

  /// The newest version that the source has told.
  var newestVersion: Int { arrived.reduce(version) { max($0, $1.version) } }

  /// Forgets the changes that have arrived, so that they are asked for again.
  mutating func dropArrived() { arrived = [] }

  /// Forgets what came after a version, because the source has forgotten it too, and that its pages are
  /// known.
  mutating func goBack(to version: Int) {
    self.version = min(self.version, version)
    arrived = []
    arePagesUnknown = true
    takeover?.version = nil
  }

  /// Notes the pages that the source says it has.
  ///
  /// Pages of an older version, or with a name that stands twice, are passed over.
  ///
  /// - Parameters:
  ///   - known: The pages.
  ///   - shown: Returns the pages of the session.
  mutating func note(_ known: VersionedPages, shown: () -> SourcePages) {
    guard known.version >= version, let pages = SourcePages(unique: known.pages) else { return }
    arrived.removeAll { $0.version <= known.version }
    version = known.version
    arePagesUnknown = false
    pictures.formUnion(pages.otherPictures(in: order ?? sourcePages(shown)))
    order = pages
  }

  /// Notes a change that the source has made on request.
  ///
  /// - Parameters:
  ///   - changeset: The change, against the pages of the source.
  ///   - isRotation: Whether its replacement is a rotation of the picture that the source had.
  ///   - version: The version after it.
  ///   - shown: Returns the pages of the session.
  mutating func note(
    _ changeset: Changeset, isRotation: Bool, version: Int, shown: () -> SourcePages
  ) {
    // The source may have been asked for its pages meanwhile.
    guard version > self.version else { return }
    if order == nil, !sourceVersions.isEmpty { order = sourcePages(shown) }
    if let old = order, var changed = order, (try? changed.apply(changeset)) != nil {
      for replacement in changeset.replacements {
        notePicture(of: old.pages[replacement.index].id, isRotation: isRotation)
      }
      order = changed
    }
    self.version = version
    arrived.removeAll { $0.version <= version }
  }

  /// Notes that the source has made an edit of a picture.
  private mutating func notePicture(of page: PageID, isRotation: Bool) {
    // A picture that the session takes over after the edit is older than it.
    if takeover?.pictures[page] != nil {
      pictures.insert(page)
    } else if !isRotation {
      pictures.remove(page)
    }
  }

  /// Notes that the session shows the pages of the source.
  ///
  /// - Parameter shown: Returns a page as the session shows it.
  mutating func agree(shown: (PageID) -> Page?) {
    if let order {
      sourceVersions = [:]
      for page in order.pages where shown(page.id)?.contentVersion != page.contentVersion {
        sourceVersions[page.id] = page.contentVersion
      }
    }
    order = nil
    pictures = []
  }

  /// Returns the pages of the session with the content versions of the source.
  private func sourcePages(_ shown: () -> SourcePages) -> SourcePages {
    var pages = shown()
    pages.setContentVersions(sourceVersions)
    return pages
  }

  /// Returns what the session has to change so that it shows the pages of the source, `nil` if these
  /// are its own.
  func changeset(from shown: SourcePages) -> Changeset? {
    guard var goal = order else { return nil }
    goal.countPictures(as: shown, except: pictures)
    return shown.changeset(to: goal)
  }
}

// MARK: - Requests

extension SharedPages {
  /// Whether the session may be asked to take over what others have changed.
  var canTakeOver: Bool { !isAsking && !isRefreshing && takeover == nil && !isPatient }

  /// Notes a request of a caller.
  mutating func beginRequest() { openRequestCount += 1 }

  /// Notes the end of a request of a caller.
  mutating func endRequest() {
    openRequestCount -= 1
    isPatient = false
  }

  /// Notes that the session was asked to take over the pages of the source.
  ///
  /// - Parameters:
  ///   - ticket: The request.
  ///   - shown: Returns a page as the session shows it.
  mutating func beginTakeover(_ ticket: UpdateTicket, shown: (PageID) -> Page?) {
    var versions: [PageID: Int] = [:]
    for page in pictures { versions[page] = shown(page)?.contentVersion }
    takeover = (ticket, version, versions)
    pictures = []
  }

  /// Notes that the session has taken over the pages of the source, or has refused to.
  ///
  /// A picture may be left out: that of a page that was going away, and stayed after all.
  ///
  /// - Parameters:
  ///   - isShown: Whether it has taken them over.
  ///   - shown: Returns a page as the session shows it.
  /// - Returns: `false` if it has not, and nothing is on its way after which it could.
  mutating func endTakeover(isShown: Bool, shown: (PageID) -> Page?) -> Bool {
    let isCurrent = takeover?.version == version
    for (page, version) in takeover?.pictures ?? [:] where shown(page)?.contentVersion == version {
      pictures.insert(page)
    }
    takeover = nil
    isPatient = openRequestCount > 0
    if isShown, isCurrent, !isPatient, pictures.isEmpty { agree(shown: shown) }
    return isShown || isPatient
  }
}
