// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// An atomic change of a document's pages.
///
/// Indexes follow the gallery's `Changeset`: deletions, moves, replacements and rotations use
/// indexes before the change; insertions and destinations of moves use indexes after it.
public struct StoreChangeset: Sendable {
  /// A new page.
  public struct Insertion: Sendable {
    /// The page's index after the change.
    public var index: Int
    /// The staged page, which is not in a document yet.
    public var page: StagedPage

    /// Creates an insertion.
    ///
    /// - Parameters:
    ///   - index: The page's index after the change.
    ///   - page: The page.
    public init(index: Int, page: StagedPage) {
      self.index = index
      self.page = page
    }
  }

  /// A page restored from the trash.
  public struct Restoration: Hashable, Sendable {
    /// The page's index after the change.
    public var index: Int
    /// The page, which must be in the trash of the document.
    public var page: PageID

    /// Creates a restoration.
    ///
    /// - Parameters:
    ///   - index: The page's index after the change.
    ///   - page: The page.
    public init(index: Int, page: PageID) {
      self.index = index
      self.page = page
    }
  }

  /// A page whose bytes are replaced; it keeps its identifier.
  public struct Replacement: Sendable {
    /// The page's index before the change.
    public var index: Int
    /// The staged page that provides the bytes; its own identifier is not used.
    public var content: StagedPage

    /// Creates a replacement.
    ///
    /// - Parameters:
    ///   - index: The page's index before the change.
    ///   - content: The staged page that provides the bytes.
    public init(index: Int, content: StagedPage) {
      self.index = index
      self.content = content
    }
  }

  /// A page to rotate.
  public struct Rotation: Hashable, Sendable {
    /// The page's index before the change.
    public var index: Int
    /// The rotation to add.
    public var turns: QuarterTurns

    /// Creates a rotation.
    ///
    /// - Parameters:
    ///   - index: The page's index before the change.
    ///   - turns: The rotation to add.
    public init(index: Int, turns: QuarterTurns) {
      self.index = index
      self.turns = turns
    }
  }

  /// The pages to move to the trash, by index before the change.
  public var deletions: [Int]

  /// The new pages.
  public var insertions: [Insertion]

  /// The pages to restore from the trash.
  public var restorations: [Restoration]

  /// The pages to move.
  public var moves: [Changeset.Move]

  /// The pages whose bytes are replaced.
  ///
  /// Their rotation is reset.
  public var replacements: [Replacement]

  /// The pages to rotate, applied after the replacements.
  public var rotations: [Rotation]

  /// Replacement bytes for inserted and restored pages, by page identifier.
  ///
  /// The result is that of an insertion followed by a replacement.
  public var replacementsOnArrival: [PageID: StagedPage]

  /// Creates a change, whose parts may be in any order.
  ///
  /// - Parameters:
  ///   - deletions: The pages to move to the trash, by index before the change.
  ///   - insertions: The new pages.
  ///   - restorations: The pages to restore from the trash.
  ///   - moves: The pages to move.
  ///   - replacements: The pages whose bytes are replaced.
  ///   - rotations: The pages to rotate.
  ///   - replacementsOnArrival: Replacement bytes for pages of `insertions` and `restorations`.
  public init(
    deletions: [Int] = [], insertions: [Insertion] = [], restorations: [Restoration] = [],
    moves: [Changeset.Move] = [], replacements: [Replacement] = [], rotations: [Rotation] = [],
    replacementsOnArrival: [PageID: StagedPage] = [:]
  ) {
    self.deletions = deletions
    self.insertions = insertions
    self.restorations = restorations
    self.moves = moves
    self.replacements = replacements
    self.rotations = rotations
    self.replacementsOnArrival = replacementsOnArrival
  }

  /// Creates the change for a gallery's changeset.
  ///
  /// Inserted pages that are not staged are restored from the trash.
  ///
  /// - Parameters:
  ///   - changeset: The gallery's change.
  ///   - pages: The staged pages to insert, by the gallery's page identifier.
  ///   - replacements: The staged page for each replacement, by index before the change.
  ///   - replacementsOnArrival: The staged pages for inserted pages that the gallery has replaced
  ///     since.
  /// - Throws: `PageStoreError.notFound` if the bytes of a replacement are missing.
  public init(
    _ changeset: Changeset, pages: [PageID: StagedPage], replacements: [Int: StagedPage] = [:],
    replacementsOnArrival: [PageID: StagedPage] = [:]
  ) throws(PageStoreError) {
    self.init(
      deletions: changeset.deletions, moves: changeset.moves,
      replacementsOnArrival: replacementsOnArrival)
    for insertion in changeset.insertions {
      let id = insertion.page.id
      if let page = pages[id], page.id == id {
        insertions.append(Insertion(index: insertion.index, page: page))
      } else {
        restorations.append(Restoration(index: insertion.index, page: id))
      }
    }
    for replacement in changeset.replacements {
      let index = replacement.index
      guard let content = replacements[index] else {
        throw .notFound(.index(index, count: replacements.count))
      }
      self.replacements.append(Replacement(index: index, content: content))
    }
  }

  /// All staged pages of the change.
  var stagedPages: [StagedPage] {
    insertions.map(\.page) + replacements.map(\.content) + Array(replacementsOnArrival.values)
  }

  /// The identifiers of the pages that the change adds.
  var arrivingPages: [PageID] { insertions.map(\.page.id) + restorations.map(\.page) }

  /// Whether bytes may become unused by the change.
  var replacesBytes: Bool { !replacements.isEmpty || !replacementsOnArrival.isEmpty }

  /// Whether the change is empty.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && restorations.isEmpty && moves.isEmpty
      && !replacesBytes && rotations.allSatisfy { $0.turns == .none }
  }
}
