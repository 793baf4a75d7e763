// SPDX-License-Identifier: Apache-2.0

/// A change of a list of pages, applied as a whole.
///
/// Deletions, moves and replacements refer to pages by their index before the change, insertions
/// and the destinations of moves by the index after it, as in collection views. All other pages
/// keep their order.
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

  /// A page that moves to another index.
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

  /// A page that gets another image.
  public struct Replacement: Hashable, Sendable {
    /// The page's index before the change.
    public var index: Int

    /// The shape of the new image, `nil` if it is unknown.
    public var size: PageShape?

    /// Creates a replacement.
    ///
    /// - Parameters:
    ///   - index: The page's index before the change.
    ///   - size: The shape of the new image, `nil` if it is unknown.
    public init(index: Int, size: PageShape?) {
      self.index = index
      self.size = size
    }
  }

  /// The indexes of the deleted pages before the change, ascending.
  public private(set) var deletions: [Int]

  /// The new pages, ascending by index.
  public private(set) var insertions: [Insertion]

  /// The pages that move to another index, ascending by source.
  public private(set) var moves: [Move]

  /// The pages that get another image, ascending by index.
  public private(set) var replacements: [Replacement]

  /// Creates a change.
  ///
  /// The entries of each list may be in any order.
  ///
  /// - Parameters:
  ///   - deletions: The indexes of the deleted pages before the change.
  ///   - insertions: The new pages.
  ///   - moves: The pages that move to another index.
  ///   - replacements: The pages that get another image.
  /// - Complexity: O(m log m) for m entries.
  public init(
    deletions: [Int] = [], insertions: [Insertion] = [], moves: [Move] = [],
    replacements: [Replacement] = []
  ) {
    self.deletions = deletions.ascending
    self.insertions = insertions.ascending { $0.index.ascendingKey }
    self.moves = moves.ascending { $0.source.ascendingKey }
    self.replacements = replacements.ascending { $0.index.ascendingKey }
  }
}

extension Changeset {
  /// The change of the number of pages, negative if the list shrinks.
  public var countChange: Int { insertions.count - deletions.count }

  /// The number of entries that change the order or the number of pages.
  public var structuralCount: Int { deletions.count + insertions.count + moves.count }

  /// Whether the change has no entries.
  public var isEmpty: Bool { structuralCount == 0 && replacements.isEmpty }
}

#if !hasFeature(Embedded)
  extension Changeset: Codable {}
  extension Changeset.Insertion: Codable {}
  extension Changeset.Move: Codable {}
  extension Changeset.Replacement: Codable {}
#endif
