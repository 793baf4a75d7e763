// SPDX-License-Identifier: Apache-2.0

/// A document reconstructed from its reported changes only.
struct ObservedDocument {
  private(set) var revision = 0
  private(set) var pages: [Int] = []
  /// Whether every change was received once, in order, and as a changeset, not as a request to read
  /// everything again.
  private(set) var isWhole = true

  /// Parses the output of an observer.
  static func all(in text: String) -> [Int: ObservedDocument] {
    var documents: [Int: ObservedDocument] = [:]
    // The last line may be incomplete.
    for line in text.split(separator: "\n").dropLast(text.last == "\n" ? 0 : 1) {
      let words = line.split(separator: " ").map(String.init)
      guard words.count >= 2, let id = Int(words[0]), let revision = Int(words[1]) else { continue }
      documents[id, default: ObservedDocument()].take(Array(words[2...]), revision)
    }
    return documents
  }

  /// Applies a change: indexes of deletions and moves refer to the state before it, those of
  /// insertions to the state after it.
  private mutating func take(_ parts: [String], _ revision: Int) {
    isWhole = isWhole && revision == self.revision + 1 && parts != ["anew"]
    self.revision = revision
    var removed: [Int] = []
    var arriving: [(index: Int, page: Int)] = []
    for part in parts {
      let numbers = part.dropFirst(2).split(separator: ":").compactMap { Int($0) }
      // A line of a child that was killed may be torn.
      let neededCount = part.first.flatMap { ["d": 1, "i": 2, "m": 2][$0] } ?? 0
      guard numbers.count >= neededCount else {
        isWhole = false
        continue
      }
      switch part.first {
      case "d": removed.append(numbers[0])
      case "i": arriving.append((numbers[0], numbers[1]))
      case "m":
        removed.append(numbers[0])
        arriving.append((numbers[1], pages.indices.contains(numbers[0]) ? pages[numbers[0]] : 0))
      default: break
      }
    }
    for index in removed.sorted(by: >) where pages.indices.contains(index) {
      pages.remove(at: index)
    }
    for (index, page) in arriving.sorted(by: { $0.index < $1.index }) where index <= pages.count {
      pages.insert(page, at: index)
    }
  }
}
