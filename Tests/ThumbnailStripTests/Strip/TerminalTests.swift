// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

@testable import GalleryReplay
@testable import StripCommands

struct TerminalTests {
  // MARK: - Half blocks

  @Test func twoRowsMakeALine() throws {
    let bitmap = try Bitmap(size: PixelSize(width: 2, height: 4), format: .gray8, fill: 7)

    let text = String(decoding: HalfBlocks.text(of: bitmap), as: UTF8.self)

    let line = "\u{1B}[38;2;7;7;7m\u{1B}[48;2;7;7;7m\u{2580}\u{2580}\u{1B}[0m\n"
    #expect(text == line + line)
  }

  @Test func oddRowStandsOnTheTerminalsOwnColor() throws {
    let bitmap = try Bitmap(size: PixelSize(width: 1, height: 1), format: .rgbx8, fill: 255)

    let text = String(decoding: HalfBlocks.text(of: bitmap), as: UTF8.self)

    #expect(text == "\u{1B}[49m\u{1B}[38;2;255;255;255m\u{2580}\u{1B}[0m\n")
  }

  @Test func colorsAreNamedOnlyWhenTheyChange() throws {
    var bitmap = try Bitmap(size: PixelSize(width: 3, height: 2), format: .gray8, fill: 0)
    try bitmap.withUnsafeMutableBytes { $0[1] = 9 }

    let text = String(decoding: HalfBlocks.text(of: bitmap), as: UTF8.self)

    #expect(text.split(separator: "[38;").count == 4)
    #expect(text.split(separator: "[48;").count == 2)
  }

  // MARK: - Size of the strip

  @Test func stripFillsTheTerminal() {
    withEvery("columns", in: [1, 40, 80, 211]) { columns in
      let free = StripDestination.terminal(columnCount: columns)
        .frame(width: nil, height: 66, scale: 2)
      #expect((free.viewportSize.width * free.scale).rounded() == Double(columns))
      #expect((66 * free.scale).rounded() == 24)

      let fixed = StripDestination.terminal(columnCount: columns)
        .frame(width: 640, height: 66, scale: 2)
      #expect(fixed.viewportSize.width == 640)
      #expect((640 * fixed.scale).rounded() == Double(columns))
    }
  }

  // MARK: - Progress

  @Test func progressFitsEveryTerminal() {
    withEvery("columns", in: 0...100) { columns in
      withEvery("done", in: [0, 1, 99, 100]) { done in
        let text = ProgressBar.text(done: done, total: 100, columnCount: columns)
        #expect(text.count < max(1, columns), "\(TestTrace.current)")
      }
    }
  }

  @Test func progressGrows() {
    #expect(
      ProgressBar.text(done: 5, total: 10, columnCount: 33) == "[########........] 5 of 10 pages")
  }

  // MARK: - Names

  @Test func namesStayOnOneLine() {
    let names: [([UInt8], String)] = [
      (Array("a b.png".utf8), "a b.png"), (Array("é页".utf8), "é页"),
      (Array("a\nb".utf8), "a\\x0Ab"), ([0x1B, 0x5B], "\\x1B["), ([0xE9, 0x61], "\\xE9a"),
      ([0xC2, 0x9B], "\\xC2\\x9B"), ([], ""), ([0xF0, 0x9F, 0x98], "\\xF0\\x9F\\x98"),
      // These change the direction, are invisible, or end a line.
      (Array("a\u{202E}gpj".utf8), "a\\xE2\\x80\\xAEgpj"),
      (Array("\u{2066}".utf8), "\\xE2\\x81\\xA6"),
      (Array("\u{2028}".utf8), "\\xE2\\x80\\xA8"), (Array("\u{200B}".utf8), "\\xE2\\x80\\x8B"),
      (Array("\u{E0041}".utf8), "\\xF3\\xA0\\x81\\x81"),
      // Combining parts of letters and emoji.
      (Array("\u{645}\u{6CC}\u{200C}\u{62E}".utf8), "\u{645}\u{6CC}\u{200C}\u{62E}"),
    ]
    for (bytes, text) in names { #expect(Path(bytes).displayText == text) }
  }
}
