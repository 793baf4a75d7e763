// SPDX-License-Identifier: Apache-2.0

/// A node of the B+ tree that stores the page order of a document.
///
/// A leaf lists page IDs; an inner node lists its children with the page count of each.
struct OrderNode {
  /// A reference to a child node.
  struct Child: Equatable {
    var id: Int64
    var pageCount: Int
  }

  /// The entries of a node.
  enum Entries: Equatable {
    case pages([UInt64])
    case children([Child])
  }

  /// The maximum number of entries: a leaf of 1 KiB and an inner node of 2 KiB, both of which fit
  /// into a page of SQLite.
  static let capacity = 128

  /// The number of entries when filling from left to right: the free room keeps the first insertion
  /// from splitting the node.
  static let appendedCount = 96

  let id: Int64
  /// The parent node, zero for the root.
  var parent: Int64
  var entries: Entries

  var isLeaf: Bool {
    if case .pages = entries { true } else { false }
  }

  var pages: [UInt64] {
    get { if case .pages(let pages) = entries { pages } else { [] } }
    set { entries = .pages(newValue) }
  }

  var children: [Child] {
    get { if case .children(let children) = entries { children } else { [] } }
    set { entries = .children(newValue) }
  }

  var entryCount: Int {
    switch entries {
    case .pages(let pages): pages.count
    case .children(let children): children.count
    }
  }

  /// The number of pages below the node.
  var pageCount: Int {
    switch entries {
    case .pages(let pages): pages.count
    case .children(let children): children.reduce(0) { $0 + $1.pageCount }
    }
  }

  /// Returns the child that contains an index, and the index within it.
  ///
  /// An index equal to the page count is at the end of the last child.
  func child(containing index: Int) -> (place: Int, index: Int)? {
    var index = index
    let children = children
    for place in children.indices {
      let count = children[place].pageCount
      if index < count || (index == count && place == children.count - 1) { return (place, index) }
      index -= count
    }
    return nil
  }
}

// MARK: - Storage

extension OrderNode {
  /// The entries in the catalog's layout: 8 bytes per page, 16 bytes per child.
  var stored: [UInt8] {
    var bytes: [UInt8] = []
    switch entries {
    case .pages(let pages):
      bytes.reserveCapacity(8 * pages.count)
      for page in pages { bytes.append(page) }
    case .children(let children):
      bytes.reserveCapacity(16 * children.count)
      for child in children {
        bytes.append(child.id)
        bytes.append(Int64(child.pageCount))
      }
    }
    return bytes
  }

  init?(id: Int64, parent: Int64, isLeaf: Bool, stored bytes: UnsafeRawBufferPointer) {
    let width = isLeaf ? 8 : 16
    guard bytes.count % width == 0, bytes.count / width <= Self.capacity else { return nil }
    self.id = id
    self.parent = parent
    let offsets = stride(from: 0, to: bytes.count, by: width)
    if isLeaf {
      entries = .pages(offsets.map { bytes.number(at: $0, UInt64.self) })
    } else {
      let children = offsets.map {
        Child(
          id: bytes.number(at: $0, Int64.self),
          pageCount: Int(bytes.number(at: $0 + 8, Int64.self)))
      }
      guard children.allSatisfy({ $0.id > 0 && (1...Self.pageLimit).contains($0.pageCount) })
      else { return nil }
      entries = .children(children)
    }
  }

  /// More pages than below any node; sums of such counts fit into an `Int`.
  private static let pageLimit = 1 << 40

  /// Returns a checksum over the fields that damage could alter.
  static func checksum(
    id: Int64, document: Int64, isLeaf: Bool, entries: UnsafeRawBufferPointer
  ) -> Int64 {
    var sum = Checksum()
    sum.add(id)
    sum.add(document)
    sum.add(isLeaf ? 1 as Int64 : 0)
    sum.add(entries)
    return sum.stored
  }
}
