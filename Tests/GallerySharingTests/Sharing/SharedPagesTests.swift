// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import Testing

@testable import GallerySharing

/// Content versions of a source and of a session that increments them differently.
@Suite struct SharedPagesTests {
  private func page(_ version: Int, ratio: Double = 1) throws -> Page {
    Page(id: 7, size: try PageShape(aspectRatio: ratio), contentVersion: version)
  }

  /// Lets a session adopt an image, after which its version differs from that of the source.
  private func sharedAfterTakeover(source: Int, shown: Int) throws -> SharedPages {
    var shared = SharedPages(version: 1)
    let before = SourcePages([try page(shown - 1)])
    shared.note(VersionedPages(pages: [try page(source)], version: 2)) { before }
    let changeset = try #require(shared.changeset(from: before))
    #expect(changeset.replacements.count == 1)
    let after = try page(shown)
    shared.beginTakeover(try #require(UpdateTicket("1"))) { _ in before.pages[0] }
    #expect(shared.endTakeover(isShown: true) { _ in after })
    #expect(shared.changeset(from: SourcePages([after]))?.isEmpty == true)
    shared.agree { _ in after }
    #expect(shared.order == nil)
    return shared
  }

  @Test func pictureWithTheVersionOfTheSessionByChanceIsNoticed() throws {
    var shared = try sharedAfterTakeover(source: 5, shown: 7)
    let shown = SourcePages([try page(7)])
    shared.note(VersionedPages(pages: [try page(7, ratio: 2)], version: 4)) { shown }
    #expect(shared.changeset(from: shown)?.replacements.count == 1)
  }

  @Test func unchangedPictureIsNotTakenForAnother() throws {
    var shared = try sharedAfterTakeover(source: 5, shown: 7)
    let shown = SourcePages([try page(7)])
    shared.note(VersionedPages(pages: [try page(5)], version: 4)) { shown }
    #expect(shared.changeset(from: shown)?.isEmpty == true)
  }

  @Test func ownReplacementCountsForTheSource() throws {
    var shared = try sharedAfterTakeover(source: 5, shown: 7)
    let old = SourcePages([try page(7)])
    let own = Changeset(
      replacements: [.init(index: 0, size: try PageShape(aspectRatio: 3))])
    shared.note(own, isRotation: false, version: 3) { old }
    let shown = SourcePages([try page(8, ratio: 3)])
    #expect(shared.changeset(from: shown)?.isEmpty == true)
    shared.agree { _ in shown.pages[0] }
    shared.note(VersionedPages(pages: [try page(6, ratio: 3)], version: 4)) { shown }
    #expect(shared.changeset(from: shown)?.isEmpty == true)
    shared.note(VersionedPages(pages: [try page(8, ratio: 2)], version: 6)) { shown }
    #expect(shared.changeset(from: shown)?.replacements.count == 1)
  }
}
