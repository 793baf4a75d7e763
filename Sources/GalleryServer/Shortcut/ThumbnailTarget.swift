// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The parts of a thumbnail's URL.
struct ThumbnailTarget {
  let page: PageID
  let key: PageKey
  let step: ThumbnailLadder

  /// The entity tag of the thumbnail, with quotation marks.
  var tag: String { ThumbnailOperations.tag(key, step) }

  /// Parses what follows `/t/`, such as `7/Zm9vYmFyYmE/h66.jpg`; `nil` for anything but a plain URL of a thumbnail.
  init?(_ text: Slice<UnsafeRawBufferPointer>) {
    let slash = UInt8(ascii: "/")
    guard let first = text.firstIndex(of: slash), first > text.startIndex,
      let number = Identifiers.number(text[..<first])
    else { return nil }
    let keyStart = first + 1
    let keyEnd = keyStart + PageKey.length
    guard keyEnd < text.endIndex, text[keyEnd] == slash,
      let key = PageKey(utf8: text[keyStart..<keyEnd]),
      let step = ThumbnailLadder(file: text[(keyEnd + 1)...])
    else { return nil }
    (page, self.key, self.step) = (PageID(UInt64(number)), key, step)
  }

  /// Parses what follows `/t/` in a path.
  init?(_ text: Substring) {
    var text = text
    let target = text.withUTF8 { Self(UnsafeRawBufferPointer($0)[...]) }
    guard let target else { return nil }
    self = target
  }
}

extension ThumbnailLadder {
  /// The steps by the names of their files.
  private static let files = allCases.map { (name: Array("\($0.rawValue).jpg".utf8), step: $0) }

  /// The step whose file has a name, such as `h66.jpg`.
  init?(file name: Slice<UnsafeRawBufferPointer>) {
    let file = Self.files.first { $0.name.count == name.count && $0.name.elementsEqual(name) }
    guard let file else { return nil }
    self = file.step
  }
}
