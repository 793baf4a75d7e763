// SPDX-License-Identifier: Apache-2.0

/// A source of pages for the twin programs.
///
/// It is written once here and once in JavaScript (`Viewer/tests/kernel/twin-source.js`). Changes are lists of numbers as in the interface of the kernel.
struct TwinSource {
  struct SourcePage {
    var id: Double
    var ratio: Double
    var contentVersion: Double
  }

  private(set) var pages: [SourcePage]
  /// All changes; the first one leads to version 1.
  private(set) var history: [[Double]] = []

  init(count: Int) {
    pages = (0..<count).map {
      SourcePage(id: Double($0 + 1), ratio: Double($0 % 7 + 3) / 8, contentVersion: 0)
    }
  }

  var version: Int { history.count }

  var columns: [Double] {
    pages.map(\.id) + pages.map(\.ratio) + pages.map(\.contentVersion)
  }

  /// Applies a change, as the numbers of an `applyRequest`.
  mutating func apply(_ list: [Double]) {
    let counts = list[2..<6].map { Int($0) }
    var place = 6
    func take(_ numbers: Int) -> [Int] {
      defer { place += numbers }
      return list[place..<place + numbers].map { Int($0) }
    }
    var taken = Set(take(counts[0]))
    var placed: [(at: Int, page: SourcePage)] = []
    for _ in 0..<counts[1] {
      placed.append(
        (
          Int(list[place]),
          SourcePage(id: list[place + 1], ratio: list[place + 2], contentVersion: list[place + 3])
        ))
      place += 4
    }
    let moves = (0..<counts[2]).map { _ in take(2) }
    for _ in 0..<counts[3] {
      pages[Int(list[place])].ratio = list[place + 1]
      pages[Int(list[place])].contentVersion += 1
      place += 3
    }
    for move in moves {
      taken.insert(move[0])
      placed.append((move[1], pages[move[0]]))
    }
    pages = pages.indices.filter { !taken.contains($0) }.map { pages[$0] }
    for entry in placed.sorted(by: { $0.at < $1.at }) { pages.insert(entry.page, at: entry.at) }
    history.append([Double(version + 1)] + list.dropFirst())
  }

  /// Replaces the order by its reverse, in a change that is known by its version only.
  mutating func reset() {
    pages.reverse()
    history.append([Double(version + 1), 0, 0, 0, 0, 0])
  }
}
