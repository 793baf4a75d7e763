// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import Testing

@testable import StripCommands

struct OutputNamesTests {
  private func names(_ pages: [String]) -> [String] {
    OutputNames.names(for: pages.map { Path($0) }, fileExtension: "jpg")
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func endingOfAPageIsReplaced() {
    let pages = ["a.png", "b.JPEG", "c", "d.2024", "e.tar.jpg", ".png", "x/y.d/f"]

    #expect(
      names(pages) == [
        "a.jpg", "b.jpg", "c.jpg", "d.2024.jpg", "e.tar.jpg", ".png.jpg", "f.jpg",
      ])
  }

  @Test func repeatedNamesAreNumbered() {
    #expect(names(["r.jpg", "r.png", "x/r.jpg"]) == ["r.jpg", "r-2.jpg", "r-3.jpg"])
  }

  @Test func numberedNameGivesWayToARealOne() {
    #expect(names(["r.jpg", "r.png", "r-2.jpg"]) == ["r.jpg", "r-3.jpg", "r-2.jpg"])
    #expect(
      names(["r-2.jpg", "r.jpg", "r.png", "r-2.png"]) == [
        "r-2.jpg", "r.jpg", "r-3.jpg", "r-2-2.jpg",
      ])
  }

  @Test func namesAreDistinctAndFirstOnesKept() {
    let stems = ["r", "r-2", "r-3", "r-2-2", "s"]
    checkProperty(
      seed: 11,
      generate: { generator in
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          stems[Int.random(in: 0..<stems.count, using: &generator)]
        }
      },
      shrink: \.shrinks,
      check: { pages in
        let names = names(pages)
        if Set(names).count != pages.count { return "two pages share a name: \(names)" }
        for stem in stems {
          guard let first = pages.firstIndex(of: stem) else { continue }
          if names[first] != stem + ".jpg" { return "\(stem) lost its name: \(names)" }
        }
        return nil
      }
    )
  }

  /// File systems take names of 255 bytes.
  @Test(arguments: ["a", "ü", "€", "😀"]) func longNamesAreCut(character: String) {
    let long = String(repeating: character, count: 251 / character.utf8.count)
    let pages = (0..<30).flatMap { [long + ".jpg", long + character + "\($0)", "x/" + long] }
    let names = names(pages)
    #expect(Set(names).count == pages.count)
    #expect(names[0] == long + ".jpg")
    #expect(
      names.allSatisfy { $0.utf8.count <= 255 && $0.hasSuffix(".jpg") && !$0.contains("\u{FFFD}") })
  }

  @Test func thousandsOfEqualNamesTakeNoTime() {
    #expect(Set(names(Array(repeating: "a.jpg", count: 50_000))).count == 50_000)
  }
}
