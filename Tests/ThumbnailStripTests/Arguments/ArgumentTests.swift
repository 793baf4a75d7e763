// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import StripRendering
import Testing

@testable import GalleryReplay
@testable import StripCommands

struct ArgumentTests {
  @Test func activePageIsCountedFromOne() {
    withEvery("pages", in: 0...4) { count in
      #expect(ActivePage.first.index(pageCount: count) == (count > 0 ? 0 : nil))
      #expect(ActivePage.last.index(pageCount: count) == (count > 0 ? count - 1 : nil))
      withEvery("number", in: -2...6) { number in
        let expected = (1...max(1, count)).contains(number) && count > 0 ? number - 1 : nil
        #expect(ActivePage.number(number).index(pageCount: count) == expected)
      }
    }
  }

  @Test(arguments: ["", "1.5", "First", "0x2", "99999999999999999999"])
  func otherWordsNameNoPage(word: String) {
    #expect(ActivePage(argument: word) == nil)
  }

  @Test func colorsAreWrittenAsInCSS() {
    #expect(ColorArgument(argument: "#1aF")?.color == RGBColor(red: 0x11, green: 0xAA, blue: 0xFF))
    #expect(
      ColorArgument(argument: "#01abCD")?.color == RGBColor(red: 1, green: 0xAB, blue: 0xCD))
    #expect(ColorArgument(argument: "White")?.color == RGBColor(white: 255))
  }

  @Test(arguments: ["", "#", "#12", "#1234", "#12345g", "123", "#é12", "pink", "#١٢٣"])
  func otherWordsAreNoColor(word: String) {
    #expect(ColorArgument(argument: word) == nil)
  }

  /// The last number is -2^63 divided by 10^4.
  @Test(arguments: [
    (0.0, "0.0000"), (0.70696, "0.7070"), (6.19048, "6.1905"), (1e300, "1e+300"), (-0.5, "-0.5000"),
    (-922_337_203_685_477.625, "-922337203685477.5808"),
  ])
  func numbersHaveFourDecimals(number: Double, text: String) {
    #expect(number.fixed(decimals: 4) == text)
  }
}
