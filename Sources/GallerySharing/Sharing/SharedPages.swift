// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

/// The state of the source that a gallery knows beyond the pages that it shows.
package struct SharedPages: Sendable {
  /// The last known version of the source.
  package private(set) var version: Int

  /// The pages of that version, `nil` if they are those of the session.
  package private(set) var order: SourcePages?

  /// The pages of `order` whose images the session does not show, and has not been asked to show.
  private var pictures = PageTable()

  /// The content versions in the source of pages that have other versions in the session.
  ///
  /// The session increments a version once for all changes that it adopts together. Comparing its
  /// versions with those of the source would miss a changed image whose versions are equal by
  /// coincidence.
  private var sourceVersions = PageTable()

  /// The content versions of pages that `order` has lost, before their deletion.
  ///
  /// The session may still show such a page when it returns, possibly with another image.
  private var lostVersions = PageTable()

  /// Whether the pages are unknown because the version of the source has decreased: until they are
  /// read, the version does not identify them.
  package private(set) var arePagesUnknown = false

  /// The maximum number of changes queued while the source does not answer.
  package static let arrivedLimit = 1024

  /// The received changes that are newer than `version`.
  package private(set) var arrived: [PageSourceChange] = []

  /// Whether a change is in progress in the source.
  package var isAsking = false

  /// Whether a request for the pages is in progress.
  package var isRefreshing = false

  /// The request with which the session adopts foreign changes, and the versions of the images that
  /// it changes.
  package private(set) var takeover: (ticket: UpdateTicket, pictures: PageTable)?

  /// The number of pending requests of callers.
  package private(set) var openRequestCount = 0

  /// Whether adopting foreign changes waits for an end or an arrival: pending requests keep the
  /// session from showing the pages of the source.
  private var isPatient = false

  package init(version: Int) { self.version = version }

  /// Queues a change until it can be applied.
  package mutating func receive(_ change: PageSourceChange) {
    guard change.version > version else { return }
    // The pages are read again, as after a gap.
    if arrived.count == Self.arrivedLimit { arrived = [] }
    arrived.append(change)
    isPatient = false
  }

  /// Applies the received changes to the known state.
  ///
  /// - Parameter shown: The pages of the session.
  /// - Returns: `false` if a change is missing, does not fit, or the version of the source has
  ///   decreased: the pages have to be read.
  package mutating func takeArrived(shown: () -> SourcePages) -> Bool {
    guard !arePagesUnknown else { return false }
    for change in arrived where change.version > version {
      guard change.version == version + 1 else { return false }
      let old = order ?? sourcePages(shown)
      var changed = old
      guard let changeset = change.changeset, (try? changed.apply(changeset)) != nil else {
        return false
      }
      notePictures(of: changeset, from: old)
      order = changed
      version = change.version
    }
    arrived = []
    return true
  }

  /// The newest version received from the source.
  package var newestVersion: Int { arrived.reduce(version) { max($0, $1.version) } }

  /// Discards the received changes, so that they are requested again.
  package mutating func dropArrived() { arrived = [] }

  /// Discards everything after a version that the source has returned to, and that its pages are
  /// known.
  package mutating func goBack(to version: Int) {
    self.version = min(self.version, version)
    arrived = []
    arePagesUnknown = true
  }

  /// Records the pages reported by the source.
  ///
  /// Pages of an older version, or with an identifier that occurs twice, are skipped.
  ///
  /// - Parameters:
  ///   - known: The pages.
  ///   - shown: Returns the pages of the session.
  package mutating func note(_ known: VersionedPages, shown: () -> SourcePages) {
    guard known.version >= version, let pages = SourcePages(unique: known.pages) else { return }
    arrived.removeAll { $0.version <= known.version }
    version = known.version
    arePagesUnknown = false
    let old = order ?? sourcePages(shown)
    notePictures(of: pages.otherPictures(in: old, or: lostVersions))
    for page in old.missing(in: pages) { lostVersions.set(page.id, to: page.contentVersion) }
    order = pages
  }

  /// Records a change that the source has applied on request.
  ///
  /// - Parameters:
  ///   - changeset: The change, relative to the pages of the source.
  ///   - isRotation: Whether its replacement is a rotation of the image in the source.
  ///   - version: The version after the change.
  ///   - shown: Returns the pages of the session.
  package mutating func note(
    _ changeset: Changeset, isRotation: Bool, version: Int, shown: () -> SourcePages
  ) {
    // The pages of the source may have been read in the meantime.
    guard version > self.version else { return }
    if order == nil, sourceVersions.count > 0 { order = sourcePages(shown) }
    if let old = order, var changed = order, (try? changed.apply(changeset)) != nil {
      for replacement in changeset.replacements {
        notePicture(of: old.pages[replacement.index].id, isRotation: isRotation)
      }
      noteDeletions(of: changeset, from: old)
      order = changed
    }
    self.version = version
    arrived.removeAll { $0.version <= version }
  }

  /// Records the images that a change of others exchanges.
  private mutating func notePictures(of changeset: Changeset, from old: SourcePages) {
    notePictures(of: changeset.replacements.map { old.pages[$0.index].id })
    noteDeletions(of: changeset, from: old)
    for page in changeset.insertions.map({ $0.page }) {
      guard let lost = lostVersions[page.id], lost != page.contentVersion else { continue }
      pictures.set(page.id, to: 0)
    }
  }

  private mutating func noteDeletions(of changeset: Changeset, from old: SourcePages) {
    for index in changeset.deletions {
      lostVersions.set(old.pages[index].id, to: old.pages[index].contentVersion)
    }
  }

  /// Records that the session shows images of pages that the source did not have to replace.
  package mutating func noteOwnPictures(of pages: [PageID]) {
    if order != nil { notePictures(of: pages) }
  }

  private mutating func notePictures(of pages: [PageID]) {
    for page in pages { pictures.set(page, to: 0) }
  }

  /// Records that the source has applied an edit of an image.
  private mutating func notePicture(of page: PageID, isRotation: Bool) {
    // An image that the session adopts after the edit is older than the edit.
    if takeover?.pictures.contains(page) == true {
      pictures.set(page, to: 0)
    } else if !isRotation {
      pictures.remove(page)
    }
  }

  /// Records that the session shows the pages of the source: a comparison has found no difference,
  /// or the session was given these pages.
  ///
  /// - Parameter shown: Returns a page of the session.
  package mutating func agree(shown: (PageID) -> Page?) {
    if let order {
      sourceVersions = PageTable()
      for page in order.pages where shown(page.id)?.contentVersion != page.contentVersion {
        sourceVersions.set(page.id, to: page.contentVersion)
      }
    }
    order = nil
    pictures = PageTable()
    lostVersions = PageTable()
  }

  /// Returns the pages of the session with the content versions of the source.
  private func sourcePages(_ shown: () -> SourcePages) -> SourcePages {
    var pages = shown()
    pages.setContentVersions(sourceVersions)
    return pages
  }

  /// Returns the change with which the session shows the pages of the source, `nil` if it shows
  /// them already.
  package func changeset(from shown: SourcePages) -> Changeset? {
    guard var goal = order else { return nil }
    goal.countPictures(as: shown, except: pictures)
    return shown.changeset(to: goal)
  }
}

// MARK: - Requests

extension SharedPages {
  /// Whether the session may be asked to adopt foreign changes.
  package var canTakeOver: Bool { !isAsking && !isRefreshing && takeover == nil && !isPatient }

  /// Records a request of a caller.
  package mutating func beginRequest() { openRequestCount += 1 }

  /// Records the end of a request of a caller.
  package mutating func endRequest() {
    openRequestCount -= 1
    isPatient = false
  }

  /// Records that the session was asked to adopt the pages of the source.
  ///
  /// - Parameters:
  ///   - ticket: The request.
  ///   - shown: Returns a page of the session.
  package mutating func beginTakeover(_ ticket: UpdateTicket, shown: (PageID) -> Page?) {
    var versions = PageTable()
    for page in pictures.ids.compactMap(shown) { versions.set(page.id, to: page.contentVersion) }
    takeover = (ticket, versions)
    pictures = PageTable()
  }

  /// Records whether the session has adopted the pages of the source.
  ///
  /// Only comparing the pages tells whether the session shows them now, even if the source has the
  /// same version: an earlier request may have moved a page that the source already has in that
  /// order, and the takeover omits pages that an earlier request was to delete, also if that request
  /// ends without effect.
  ///
  /// - Parameters:
  ///   - isShown: Whether the session has adopted the pages.
  ///   - shown: Returns a page of the session.
  /// - Returns: `false` if it has not, and there is no pending event after which it could.
  package mutating func endTakeover(isShown: Bool, shown: (PageID) -> Page?) -> Bool {
    if let versions = takeover?.pictures {
      for page in versions.ids where shown(page)?.contentVersion == versions[page] {
        pictures.set(page, to: 0)
      }
    }
    takeover = nil
    isPatient = openRequestCount > 0
    return isShown || isPatient
  }
}
