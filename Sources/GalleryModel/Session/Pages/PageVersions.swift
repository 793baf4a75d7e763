// SPDX-License-Identifier: Apache-2.0

/// The content versions in the order of the pages, 4 bytes each.
///
/// As long as no image has been replaced, nothing is stored, and nothing has to be moved when pages
/// are inserted and deleted.
struct PageVersions: Hashable, Sendable {
  /// Empty if all are zero.
  private var versions: [Int32] = []

  /// - Parameter versions: Numbers in `0...Int32.max`.
  init(_ versions: [Int]) {
    if versions.contains(where: { $0 != 0 }) { self.versions = versions.map { Int32($0) } }
  }

  subscript(index: Int) -> Int { versions.isEmpty ? 0 : Int(versions[index]) }

  /// Increments the version of a page.
  ///
  /// - Parameters:
  ///   - index: The index of the page.
  ///   - count: The number of pages.
  mutating func increment(at index: Int, count: Int) {
    fill(count)
    versions[index] = min(versions[index], .max - 1) + 1
  }

  /// Inserts a version.
  ///
  /// - Parameters:
  ///   - version: The version.
  ///   - index: The index of the new page.
  ///   - count: The number of pages before.
  mutating func insert(_ version: Int, at index: Int, count: Int) {
    if version != 0 { fill(count) }
    if version != 0 || !versions.isEmpty { versions.insert(Int32(version), at: index) }
  }

  mutating func remove(at index: Int) {
    if !versions.isEmpty { versions.remove(at: index) }
  }

  mutating func move(from source: Int, to destination: Int) {
    if !versions.isEmpty { versions.moveElement(from: source, to: destination) }
  }

  mutating func removeAll() { versions.removeAll(keepingCapacity: true) }

  /// Appends a version to those of `count` pages.
  mutating func append(_ version: Int, count: Int) { insert(version, at: count, count: count) }

  /// Appends a range of other versions to those of `count` pages.
  mutating func append(_ other: PageVersions, _ range: Range<Int>, count: Int) {
    if !other.versions.isEmpty {
      fill(count)
      versions += other.versions[range]
    } else if !versions.isEmpty {
      versions += Array(repeating: 0, count: range.count)
    }
  }

  private mutating func fill(_ count: Int) {
    if versions.isEmpty { versions = Array(repeating: 0, count: count) }
  }
}

extension PageVersions {
  /// Returns whether all versions are equal, stored or not.
  static func == (left: Self, right: Self) -> Bool {
    guard left.versions.isEmpty != right.versions.isEmpty else {
      return left.versions == right.versions
    }
    return (left.versions.isEmpty ? right : left).versions.allSatisfy { $0 == 0 }
  }

  func hash(into hasher: inout Hasher) {
    for version in versions where version != 0 { hasher.combine(version) }
  }
}
