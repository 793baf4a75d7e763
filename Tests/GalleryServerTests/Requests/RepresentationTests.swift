// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryGeometry
import PageImaging
import Testing

@testable import GalleryServer

struct RepresentationTests {
  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00.000Z"), (1_772_323_199.042, "2026-02-28T23:59:59.042Z"),
    (951_782_400, "2000-02-29T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"),
    (4_107_542_400, "2100-03-01T00:00:00.000Z"), (1_709_164_800, "2024-02-29T00:00:00.000Z"),
  ])
  func writesDatesInUTC(seconds: Double, text: String) {
    #expect(Timestamp(Date(timeIntervalSince1970: seconds)).description == text)
  }

  @Test(arguments: [
    (784_111_777.0, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400.9, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"), (-345_600, "Sun, 28 Dec 1969 00:00:00 GMT"),
  ])
  func writesDatesOfHeaderFields(seconds: Double, text: String) {
    #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description == text)
  }

  @Test func statesPixelsPerInch() {
    func shown(
      _ x: Double, _ y: Double, _ unit: PixelDensity.Unit, _ orientation: Orientation,
      turned: Bool
    ) -> [Double]? {
      let density = PixelDensity(x: x, y: y, unit: unit)
      return ImageFacts(
        format: .png, storedSize: PixelSize(width: 10, height: 20), bitDepth: 8, colorModel: .gray,
        orientation: orientation, density: density, isProgressive: false
      ).shownDensity(turned: turned)
    }
    #expect(shown(204, 98, .inch, .topLeft, turned: false) == [204, 98])
    #expect(shown(204, 98, .inch, .topLeft, turned: true) == [98, 204])
    #expect(shown(204, 98, .inch, .rightTop, turned: false) == [98, 204])
    #expect(shown(204, 98, .inch, .rightTop, turned: true) == [204, 98])
    #expect(shown(118, 118.1, .centimeter, .topLeft, turned: false) == [299.72, 299.97])
    #expect(shown(7874, 7874, .meter, .topLeft, turned: false) == [200, 200])
    #expect(shown(2, 1, .aspect, .topLeft, turned: false) == nil)
    #expect(shown(0, 0, .inch, .topLeft, turned: false) == nil)
  }

  @Test func escapesTextInHTML() {
    let title = "<b>\"a\" & 'b'</b>\u{0}\u{8}\u{85}é"
    let text: HTMLText = "<p title=\"\(title)\">\(title)\(3)</p>"
    let escaped = "&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;\u{FFFD}\u{FFFD}\u{FFFD}é"
    #expect(text.markup == "<p title=\"\(escaped)\">\(escaped)3</p>")
  }

  @Test(arguments: [
    ("scan-7.jpg", "attachment; filename=\"scan-7.jpg\""),
    (
      "Müller \"a\";\\b%41.png",
      "attachment; filename=\"M_ller _a___b_41.png\"; "
        + "filename*=UTF-8''M%C3%BCller%20%22a%22%3B%5Cb%2541.png"
    ),
  ])
  func namesFiles(name: String, field: String) {
    #expect(ContentDisposition.value(isInline: false, name: name) == field)
  }

  @Test func identifiersOfRequestsDiffer() {
    let ids = (0..<10_000).map { _ in RequestID.random() }
    #expect(Set(ids).count == ids.count)
    let digits = Set("0123456789abcdef")
    #expect(ids.allSatisfy { $0.utf8.count == 16 && digits.isSuperset(of: $0) })
    // Each place has each digit.
    for place in 0..<16 {
      #expect(Set(ids.map { Array($0)[place] }) == digits)
    }
  }
}
