// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// One change of the pages of a document, in which everything happens at once.
///
/// It counts like the gallery's own `Changeset`: deletions, moves, replacements and rotations name
/// pages by their index before the change, insertions and the destinations of moves by the index after
/// it.
public struct StoreChangeset: Sendable {
  /// A new page.
  public struct Insertion: Sendable {
    /// The page's index after the change.
    public var index: Int
    /// The page, which is not in a document yet.
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

  /// A page that comes back from the trash.
  public struct Restoration: Hashable, Sendable {
    /// The page's index after the change.
    public var index: Int
    /// The page, which is in the trash of the document.
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

  /// A page that gets other bytes and keeps its name.
  public struct Replacement: Sendable {
    /// The page's index before the change.
    public var index: Int
    /// Where the bytes come from; its own name is not used.
    public var content: StagedPage

    /// Creates a replacement.
    ///
    /// - Parameters:
    ///   - index: The page's index before the change.
    ///   - content: Where the bytes come from.
    public init(index: Int, content: StagedPage) {
      self.index = index
      self.content = content
    }
  }

  /// A page that is turned.
  public struct Rotation: Hashable, Sendable {
    /// The page's index before the change.
    public var index: Int
    /// What is added to the page's rotation.
    public var turns: QuarterTurns

    /// Creates a rotation.
    ///
    /// - Parameters:
    ///   - index: The page's index before the change.
    ///   - turns: What is added to the page's rotation.
    public init(index: Int, turns: QuarterTurns) {
      self.index = index
      self.turns = turns
    }
  }

  /// The indexes before the change of the pages that go to the trash.
  public var deletions: [Int]

  /// The new pages.
  public var insertions: [Insertion]

  /// The pages that come back from the trash.
  public var restorations: [Restoration]

  /// The pages that go to another place.
  public var moves: [Changeset.Move]

  /// The pages that get other bytes.
  ///
  /// Their rotation starts anew.
  public var replacements: [Replacement]

  /// The pages that are turned, after the replacements.
  public var rotations: [Rotation]

  /// Other bytes that new pages, and those that come back, get at once, by the name of the page.
  ///
  /// Such a page is as if it had arrived first and had been replaced then.
  public var replacementsOnArrival: [PageID: StagedPage]

  /// Creates a change, whose parts may be in any order.
  ///
  /// - Parameters:
  ///   - deletions: The indexes before the change of the pages that go to the trash.
  ///   - insertions: The new pages.
  ///   - restorations: The pages that come back from the trash.
  ///   - moves: The pages that go to another place.
  ///   - replacements: The pages that get other bytes.
  ///   - rotations: The pages that are turned.
  ///   - replacementsOnArrival: Other bytes that pages of `insertions` and `restorations` get.
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

  /// Creates the change that a gallery asks for.
  ///
  /// Pages that it inserts and that are not staged come back from the trash.
  ///
  /// - Parameters:
  ///   - changeset: The gallery's change.
  ///   - pages: The staged pages that it inserts, and those whose bytes its replacements get, by the
  ///     name under which the gallery knows them and by index.
  ///   - replacements: Where the bytes of each replacement come from, by index before the change.
  ///   - replacementsOnArrival: Where the bytes of the inserted pages come from that the gallery
  ///     has replaced since.
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

  /// The names of the pages that come with the change.
  var arrivingPages: [PageID] { insertions.map(\.page.id) + restorations.map(\.page) }

  /// Whether bytes may be needed no more after the change.
  var replacesBytes: Bool { !replacements.isEmpty || !replacementsOnArrival.isEmpty }

  /// Whether nothing changes.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && restorations.isEmpty && moves.isEmpty
      && !replacesBytes && rotations.allSatisfy { $0.turns == .none }
  }
}
