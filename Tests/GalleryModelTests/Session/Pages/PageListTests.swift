// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import Testing

/// The pages of a session, and invalid pages.
struct PageListTests {
  @Test func pagesKeepTheirOrder() throws {
    let pages = [9, 2, 7].map { Page(id: PageID($0)) }

    let session = try GallerySession(
      pages: pages, viewport: GalleryExample.phone, activeIndex: 2)

    #expect(session.count == 3)
    #expect(session.pageIDs == [9, 2, 7])
    #expect([9, 2, 7, 8, 0].map { session.index(of: PageID($0)) } == [0, 1, 2, nil, nil])
    #expect(session.activePage == 7)
  }

  @Test func namesReachToTheEndsOfTheirNumbers() throws {
    let ids: [PageID] = [PageID(.max), 0, PageID(rawValue: .max - 1)]

    let session = try GallerySession(
      pages: ids.map { Page(id: $0) }, viewport: GalleryExample.phone)

    #expect(ids.map { session.index(of: $0) } == [0, 1, 2])
    #expect(session.index(of: 1) == nil)
    #expect("\(ids[1])" == "0")
  }

  @Test func nameMustBeUnique() {
    #expect(throws: GalleryError.duplicateID(5)) {
      try GallerySession(
        pages: [5, 3, 5].map { Page(id: PageID($0)) }, viewport: GalleryExample.phone)
    }
  }

  @Test(arguments: [-1, Int(Int32.max) + 1, .max, .min])
  func versionMustFit(version: Int) {
    #expect(throws: GalleryError.invalidContentVersion(found: version)) {
      try GallerySession(
        pages: [Page(id: 1), Page(id: 2, contentVersion: version)], viewport: GalleryExample.phone)
    }
  }

  @Test(arguments: [-1, 3, .max, .min])
  func firstPageMustExist(index: Int) {
    #expect(throws: GalleryError.indexOutOfRange(index, count: 3)) {
      try GalleryExample(aspectRatios: [1, 1, 1], activeIndex: index).session()
    }
  }

  @Test func firstPageIsIgnoredWithoutPages() throws {
    let session = try GalleryExample(aspectRatios: [], activeIndex: 7).session()

    #expect(session.activeIndex == nil)
    #expect(session.count == 0)
  }
}
