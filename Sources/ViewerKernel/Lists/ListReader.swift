// SPDX-License-Identifier: Apache-2.0

import GallerySharing

/// A position in the list that a script has written to the input region, with its end.
struct ListReader {
  private let region: NumberRegion
  private let end: Int
  private var position = 0

  /// Creates a reader of the first numbers of a region.
  ///
  /// - Throws: `KernelCode.invalidList` if the script has made room for fewer numbers: what is behind them
  ///   belongs to earlier lists.
  init(_ region: NumberRegion, count: Int) throws(KernelCode) {
    guard count <= region.count else { throw .invalidList }
    self.region = region
    end = count
  }

  /// The count of numbers that were not read.
  var left: Int { end - position }

  /// Reads the next number.
  @inline(never)
  mutating func next() throws(KernelCode) -> Double {
    guard position < end else { throw .invalidList }
    position += 1
    return region[position - 1]
  }

  /// Checks that the whole list was read.
  func finish() throws(KernelCode) {
    guard left == 0 else { throw .invalidList }
  }
}

extension ListReader {
  /// Reads the columns of pages: IDs, ratios, content versions.
  mutating func pages(count: Int) throws(KernelCode) -> [Page] {
    guard left >= 3 * count else { throw .invalidList }
    var pages: [Page] = []
    pages.reserveCapacity(count)
    for place in position..<position + count {
      pages.append(
        Page(
          id: try region[place].asPage, size: try region[place + count].asShape,
          contentVersion: try region[place + 2 * count].asContentVersion))
    }
    position += 3 * count
    return pages
  }

  /// Reads the edits of a request.
  mutating func edits(count: Int) throws(KernelCode) -> [PageEdit] {
    var edits: [PageEdit] = []
    edits.reserveCapacity(count)
    for _ in 0..<count { edits.append(try edit()) }
    return edits
  }

  private mutating func edit() throws(KernelCode) -> PageEdit {
    let kind = try next().integer(in: 1...4)
    let page = try next().asPage
    let (ratio, version, index, options) = (try next(), try next(), try next(), try next())
    switch kind {
    case 1: return .delete(.id(page))
    case 2:
      let options = try InsertionOptions(options)
      return .insert(
        Page(
          id: page, size: try ratio.asShape, contentVersion: try version.asContentVersion),
        at: try index.asInteger, in: options.space, focus: options.focus)
    case 3:
      let space = try InsertionOptions(options).space
      return .move(.id(page), to: try index.asInteger, in: space)
    default: return .replace(.id(page), with: try ratio.asShape)
    }
  }
}
