// SPDX-License-Identifier: Apache-2.0

/// One change of a list of pages, in which everything happens at once.
///
/// Deletions, moves and replacements name pages by their index before the change, insertions and the
/// destinations of moves by the index after it, as in collection views. Pages that are not named keep
/// their order.
///
///     before     A  B  C  D        delete 1, move 3 to 0, insert X at 2
///     after      D  A  X  C
public struct Changeset: Hashable, Sendable {
  /// A new page.
  public struct Insertion: Hashable, Sendable {
    /// The page's index after the change.
    public var index: Int

    /// The page.
    public var page: Page

    /// Creates an insertion.
    ///
    /// - Parameters:
    ///   - index: The page's index after the change.
    ///   - page: The page.
    public init(index: Int, page: Page) {
      self.index = index
      self.page = page
    }
  }

  /// A page that goes to another place.
  public struct Move: Hashable, Sendable {
    /// The page's index before the change.
    public var source: Int

    /// The page's index after the change.
    public var destination: Int

    /// Creates a move.
    ///
    /// - Parameters:
    ///   - source: The page's index before the change.
    ///   - destination: The page's index after the change.
    public init(source: Int, destination: Int) {
      self.source = source
      self.destination = destination
    }
  }

  /// A page that gets another picture.
  public struct Replacement: Hashable, Sendable {
    /// The page's index before the change.
    public var index: Int

    /// The shape of the new picture, `nil` if it is unknown.
    public var size: PageShape?

    /// Creates a replacement.
    ///
    /// - Parameters:
    ///   - index: The page's index before the change.
    ///   - size: The shape of the new picture, `nil` if it is unknown.
    public init(index: Int, size: PageShape?) {
      self.index = index
      self.size = size
    }
  }

  /// The indexes before the change of the pages that go away, ascending.
  public private(set) var deletions: [Int]

  /// The new pages, ascending by index.
  public private(set) var insertions: [Insertion]

  /// The pages that go to another place, ascending by source.
  public private(set) var moves: [Move]

  /// The pages that get another picture, ascending by index.
  public private(set) var replacements: [Replacement]

  /// Creates a change.
  ///
  /// The parts may be in any order.
  ///
  /// - Parameters:
  ///   - deletions: The indexes before the change of the pages that go away.
  ///   - insertions: The new pages.
  ///   - moves: The pages that go to another place.
  ///   - replacements: The pages that get another picture.
  /// - Complexity: O(m log m) for m parts.
  public init(
    deletions: [Int] = [], insertions: [Insertion] = [], moves: [Move] = [],
    replacements: [Replacement] = []
  ) {
    self.deletions = deletions.sorted()
    self.insertions = insertions.sorted { $0.index < $1.index }
    self.moves = moves.sorted { $0.source < $1.source }
    self.replacements = replacements.sorted { $0.index < $1.index }
  }
}

extension Changeset {
  /// The number by which the list grows, negative if it shrinks.
  public var countChange: Int { insertions.count - deletions.count }

  /// The number of parts that change the order or the number of pages.
  public var structuralCount: Int { deletions.count + insertions.count + moves.count }

  /// Whether nothing changes.
  public var isEmpty: Bool { structuralCount == 0 && replacements.isEmpty }
}

#if !hasFeature(Embedded)
  extension Changeset: Codable {}
  extension Changeset.Insertion: Codable {}
  extension Changeset.Move: Codable {}
  extension Changeset.Replacement: Codable {}
#endif
