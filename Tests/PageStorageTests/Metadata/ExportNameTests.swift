// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import PageStorage
import Testing

/// Untrusted names as valid file names.
struct ExportNameTests {
  private func name(_ text: String) -> String? { PageMetadata(fileName: text).exportName }

  @Test(arguments: [
    ("scan 7.jpg", "scan 7.jpg"), ("Müller & Söhne.png", "Müller & Söhne.png"),
    ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"), ("a/b/", "b"),
    ("C:\\scans\\a.jpg", "a.jpg"), (".hidden.jpg", "hidden.jpg"), ("...a", "a"),
    ("a\u{0}b\n\u{1b}[31mc.jpg", "ab[31mc.jpg"), ("a\u{202E}gpj.exe", "agpj.exe"),
    ("  a b .jpg ", "a b .jpg"), ("a?b*c|d<e>f\"g:h.jpg", "abcdefgh.jpg"),
    ("trailing.", "trailing"),
    ("日本.jpg", "日本.jpg"), ("e\u{301}.jpg", "e\u{301}.jpg"),
  ])
  func namesBecomeFit(text: String, expected: String) {
    #expect(name(text).map { Array($0.utf8) } == Array(expected.utf8))
  }

  @Test(arguments: ["", ".", "..", "...", "/", "\u{0}", "\n\n", " ", "\u{200B}", "\\"])
  func nothingIsLeftOfOthers(text: String) { #expect(name(text) == nil) }

  @Test func longNamesKeepTheirExtension() throws {
    let long = try #require(name(String(repeating: "a", count: 300) + ".jpeg"))
    #expect(long == String(repeating: "a", count: 250) + ".jpeg")
    let letters = try #require(name(String(repeating: "é", count: 200) + ".jpg"))
    #expect(letters == String(repeating: "é", count: 125) + ".jpg")
    let marks = try #require(name("a" + String(repeating: "\u{301}", count: 2_000) + ".jpg"))
    #expect(marks.utf8.count <= 255 && marks.hasSuffix(".jpg"))
    let noName = try #require(name("a." + String(repeating: "b", count: 400)))
    #expect(noName.utf8.count == 255)
  }

  @Test func randomNamesAreFit() throws {
    var generator = SeededGenerator(seed: 7)
    let letters: [Unicode.Scalar] = [
      "a", "é", "日", "\u{1F469}", "\u{301}", "\u{200D}", "/", "\\", ".", " ", "\0", "\n", "\u{7F}",
      "\u{85}", "\u{2028}", "\u{FEFF}", ":", "\u{E000}", "\u{10FFFF}",
    ]
    for _ in 0..<3_000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0..<400, using: &generator) {
        text.append(letters.randomElement(using: &generator) ?? "a")
      }
      guard let found = name(String(text)) else { continue }
      let problem = "\(String(text).debugDescription) became \(found.debugDescription)"
      #expect((1...255).contains(found.utf8.count), "\(problem)")
      #expect(!found.hasPrefix(".") && !found.unicodeScalars.contains("/"), "\(problem)")
      #expect(
        found.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) },
        "\(problem)")
      #expect(name(found).map { Array($0.utf8) } == Array(found.utf8), "again: \(problem)")
    }
  }
}
