// SPDX-License-Identifier: Apache-2.0

import GalleryPages

/// A writer of the JSON that `JSONDecoder` reads as a `Changeset`.
///
/// Each change is logged in its own transaction, and `JSONEncoder` took 5 % of the time of a move.
struct ChangesetJSON {
  /// UTF-8.
  private(set) var bytes: [UInt8] = []

  init(_ changeset: Changeset) {
    bytes.reserveCapacity(96)
    append("{\"deletions\":")
    appendList(changeset.deletions) { json, index in json.append(integer: index) }
    append(",\"insertions\":")
    appendList(changeset.insertions) { json, insertion in json.append(insertion) }
    append(",\"moves\":")
    appendList(changeset.moves) { json, move in json.append(move) }
    append(",\"replacements\":")
    appendList(changeset.replacements) { json, replacement in json.append(replacement) }
    append("}")
  }

  private mutating func append(_ insertion: Changeset.Insertion) {
    append("{\"index\":")
    append(integer: insertion.index)
    append(",\"page\":{\"id\":")
    append(integer: insertion.page.id.rawValue)
    append(",\"contentVersion\":")
    append(integer: insertion.page.contentVersion)
    append(insertion.page.size)
    append("}}")
  }

  private mutating func append(_ move: Changeset.Move) {
    append("{\"source\":")
    append(integer: move.source)
    append(",\"destination\":")
    append(integer: move.destination)
    append("}")
  }

  private mutating func append(_ replacement: Changeset.Replacement) {
    append("{\"index\":")
    append(integer: replacement.index)
    append(replacement.size)
    append("}")
  }

  /// Appends a shape as the last member of an object; an unknown shape is omitted.
  private mutating func append(_ size: PageShape?) {
    guard let size else { return }
    append(",\"size\":")
    bytes.append(contentsOf: "\(size.aspectRatio)".utf8)
  }

  private mutating func append(integer: some BinaryInteger) {
    bytes.append(contentsOf: String(integer).utf8)
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func appendList<Element>(
    _ elements: [Element], _ appendElement: (inout Self, Element) -> Void
  ) {
    append("[")
    for (place, element) in elements.enumerated() {
      if place > 0 { append(",") }
      appendElement(&self, element)
    }
    append("]")
  }
}
