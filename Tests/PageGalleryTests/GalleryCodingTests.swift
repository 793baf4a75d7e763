// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

/// The public encodings of the updates of a gallery.
@Suite struct GalleryCodingTests {
  @Test func errorsOfSources() throws {
    try expectEncodings(
      [
        (.gone, #""code":"gone""#), (.conflict(version: 4), #""code":"conflict","version":4"#),
        (
          .invalidChange(.unknownPage(7)),
          #""code":"invalidChange","error":"# + JSONText.of(UpdateError.unknownPage(7))
        ),
        (.unstagedPage(15), #""code":"unstagedPage","page":15"#),
        (.unsupportedRotation, #""code":"unsupportedRotation""#),
        (.unsupportedRestoration, #""code":"unsupportedRestoration""#),
        (
          .store(.full(operation: "write")),
          #""code":"store","error":"# + JSONText.of(PageStoreError.full(operation: "write"))
        ),
        (
          PageSourceError(FailingSource.NetworkError()),
          #""code":"other","reason":"no route""#
        ),
      ] as [(PageSourceError, String)])
  }

  @Test func errorsOfAnyKindBecomeErrorsOfSources() {
    #expect(PageSourceError(PageSourceError.gone) == .gone)
    #expect(PageSourceError(PageStoreError.closed) == .store(.closed))
    #expect(PageSourceError(UpdateError.tooManyPages) == .invalidChange(.tooManyPages))
    let foreign = ForeignError(FailingSource.NetworkError())
    #expect(PageSourceError(FailingSource.NetworkError()) == .other(foreign))
    #expect(foreign.error is FailingSource.NetworkError && foreign.description == "no route")
    #expect(
      foreign == ForeignError(description: "no route") && foreign != ForeignError(description: ""))
  }

  @Test func errorsOfGalleries() throws {
    let gone = try JSONText.of(PageSourceError.gone)
    try expectEncodings(
      [
        (
          .rejected(.unknownPage(7)),
          #""code":"rejected","error":"# + JSONText.of(UpdateError.unknownPage(7))
        ),
        (.source(.gone), #""code":"source","error":\#(gone)"#),
        (.sourceInconsistent, #""code":"sourceInconsistent""#),
        (.dependencyFailed, #""code":"dependencyFailed""#), (.cancelled, #""code":"cancelled""#),
        (.closed, #""code":"closed""#),
      ] as [(GalleryEditError, String)])
    let speed = try JSONText.of(GalleryError.invalidSpeed(found: 11))
    try expectEncodings(
      [
        (.source(.gone), #""code":"source","error":\#(gone)"#),
        (.invalid(.invalidSpeed(found: 11)), #""code":"invalid","error":\#(speed)"#),
      ] as [(GalleryOpeningError, String)])
    try expectEncodings(
      [
        (
          .otherDocument(expected: .document(DocumentID(3)), found: .custom("lease")),
          #""code":"otherDocument","expected":{"document":3},"found":{"custom":"lease"}"#
        ),
        (.otherDocument(expected: nil, found: nil), #""code":"otherDocument""#),
        (.noStoredDocument(found: nil), #""code":"noStoredDocument""#),
        (
          .opening(.source(.gone)),
          #""code":"opening","error":"# + JSONText.of(GalleryOpeningError.source(.gone))
        ),
      ] as [(GalleryRestoreError, String)])
  }

  @Test func changesOfPages() throws {
    let page = Page(id: 17, size: try PageShape(aspectRatio: 0.5), contentVersion: 2)
    let cases: [(GalleryPagesChange, String)] = [
      (
        .edited(Changeset(deletions: [1]), version: 3),
        #"{"change":"edited","changeset":{"deletions":[1],"insertions":[],"moves":[],"#
          + #""replacements":[]},"version":3}"#
      ),
      (
        .reshaped(page, version: 4),
        #"{"change":"reshaped","page":{"contentVersion":2,"id":17,"size":0.5},"version":4}"#
      ),
      (
        .reset(VersionedPages(pages: [Page(id: 9)], version: 5)),
        #"{"change":"reset","pages":[{"contentVersion":0,"id":9}],"version":5}"#
      ),
    ]
    for (change, expected) in cases {
      #expect(try JSONText.of(change) == expected)
      #expect(try JSONText.read(expected) == change)
    }
    for bad in [#"{"change":"edited","version":3}"#, #"{"change":"exploded","version":3}"#, "{}"] {
      #expect(throws: DecodingError.self) { try JSONText.read(bad, as: GalleryPagesChange.self) }
    }
  }

  @Test func changesAreMadeInTheirOrder() throws {
    var known = VersionedPages(pages: [Page(id: 1), Page(id: 2)], version: 3)
    #expect(throws: GalleryPagesChangeError.invalid(.indexOutOfRange(2, count: 2))) {
      try known.apply(.edited(Changeset(deletions: [2]), version: 4))
    }
    #expect(throws: GalleryPagesChangeError.invalid(.unknownPage(9))) {
      try known.apply(.reshaped(Page(id: 9), version: 4))
    }
    #expect(known == VersionedPages(pages: [Page(id: 1), Page(id: 2)], version: 3))
    try known.apply(.edited(Changeset(deletions: [0]), version: 4))
    let wide = Page(id: 2, size: try PageShape(aspectRatio: 2))
    try known.apply(.reshaped(wide, version: 5))
    #expect(known == VersionedPages(pages: [wide], version: 5))
    let other = VersionedPages(pages: [Page(id: 7)], version: 6)
    try known.apply(.reset(other))
    #expect(known == other)
  }

  /// Changes arrive over a connection that loses and repeats them.
  @Test(arguments: [Int.min, -1, 0, 2, 3, 5, .max]) func changeThatIsNotTheNextOneIsRefused(
    version: Int
  ) throws {
    let pages = [Page(id: 1), Page(id: 2)]
    var known = VersionedPages(pages: pages, version: 3)
    let changes: [GalleryPagesChange] = [
      .edited(Changeset(deletions: [0]), version: version),
      .reshaped(Page(id: 1), version: version),
      .reset(VersionedPages(pages: [], version: version)),
    ]
    for change in changes {
      #expect(throws: GalleryPagesChangeError.gap(expected: 4, found: version)) {
        try known.apply(change)
      }
    }
    #expect(known == VersionedPages(pages: pages, version: 3))
  }

  @Test func namesThatStandTwiceAreRefused() throws {
    let twice = #"[{"id":7,"contentVersion":0},{"id":7,"contentVersion":0}]"#
    let reset: GalleryPagesChange = try JSONText.read(
      #"{"change":"reset","version":4,"pages":\#(twice)}"#)
    var known = VersionedPages(pages: [Page(id: 1)], version: 3)
    #expect(throws: GalleryPagesChangeError.invalid(.duplicateID(7))) { try known.apply(reset) }
    #expect(known == VersionedPages(pages: [Page(id: 1)], version: 3))
    var broken: VersionedPages = try JSONText.read(#"{"version":3,"pages":\#(twice)}"#)
    for change in [
      .reshaped(Page(id: 7), version: 4), .edited(Changeset(deletions: [0]), version: 4),
    ]
      as [GalleryPagesChange]
    {
      #expect(throws: GalleryPagesChangeError.invalid(.duplicateID(7))) { try broken.apply(change) }
    }
    // A reset repairs broken pages.
    try broken.apply(.reset(VersionedPages(pages: [Page(id: 2)], version: 4)))
    #expect(broken == VersionedPages(pages: [Page(id: 2)], version: 4))
    var last = VersionedPages(pages: [], version: .max)
    #expect(throws: GalleryPagesChangeError.self) {
      try last.apply(.reset(VersionedPages(pages: [], version: .max)))
    }
  }

  @Test func errorsOfChangesOfPages() throws {
    try expectEncodings(
      [
        (.gap(expected: 4, found: 6), #""code":"gap","expected":4,"found":6"#),
        (
          .invalid(.unknownPage(7)),
          #""code":"invalid","error":"# + JSONText.of(UpdateError.unknownPage(7))
        ),
      ] as [(GalleryPagesChangeError, String)])
  }

  @Test func namesOfSources() throws {
    #expect(try JSONText.of(PageSourceName.document(DocumentID(17))) == #"{"document":17}"#)
    #expect(try JSONText.of(PageSourceName.custom("lease")) == #"{"custom":"lease"}"#)
    #expect(try JSONText.read(#"{"document":17}"#) == PageSourceName.document(DocumentID(17)))
    #expect(try JSONText.read(#"{"custom":"lease"}"#) == PageSourceName.custom("lease"))
    for bad in ["{}", #"{"document":"lease"}"#, #"{"file":"lease"}"#] {
      #expect(throws: DecodingError.self) { try JSONText.read(bad, as: PageSourceName.self) }
    }
  }
}
