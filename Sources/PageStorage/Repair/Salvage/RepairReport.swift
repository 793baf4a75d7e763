// SPDX-License-Identifier: Apache-2.0

public import GalleryPages

/// What ``PageStore/repair()`` and ``PageStore/repair(at:configuration:)`` have done.
public struct RepairReport: Hashable, Sendable {
  /// Whether a new catalogue was made: of the entries of the old one that were sound, and of the records.
  ///
  /// The old one is kept, see ``putAside``.
  public internal(set) var catalogueWasRebuilt = false

  /// The number of changes that were acknowledged and that the old catalogue did not know any more.
  ///
  /// Pages that they brought are among ``recoveredPages`` and ``repairedPages``; moves, rotations
  /// and deletions are lost. If nothing could be read of the old catalogue, these are all changes.
  public internal(set) var lostChangeCount = 0

  /// Whether the records of what was stored were written anew.
  public internal(set) var recordsWereRewritten = false

  /// Pages whose entries were made anew; their rotation and their stay in the trash may be lost.
  public internal(set) var repairedPages: [PageID] = []

  /// Pages whose metadata could not be read.
  ///
  /// They are as the records know them; where those know nothing, they are lost.
  public internal(set) var repairedMetadata: [PageID] = []

  /// Documents whose entries or metadata were made anew.
  ///
  /// Metadata that only a library before version 3 of the catalogue has written may be lost: its records do
  /// not tell them.
  public internal(set) var repairedDocuments: [DocumentID] = []

  /// Documents whose order was made anew from what could be read of it.
  public internal(set) var reorderedDocuments: [DocumentID] = []

  /// Pages whose original bytes are lost or were changed; they are marked as damaged.
  public internal(set) var damagedPages: [PageID] = []

  /// Pages that are gone: nothing tells any more which original was theirs.
  public internal(set) var lostPages: [PageID] = []

  /// Pages that the catalogue had lost, and originals that belonged to no page; the latter are pages of a
  /// document of their own now.
  ///
  /// A page that no document named any more is in the trash, if all orders could be read: it was there.
  public internal(set) var recoveredPages: [PageID] = []

  /// The paths of what was replaced or did not belong to the store; it is kept there, and nothing reads it.
  public internal(set) var putAside: [String] = []

  /// Whether there was nothing to do.
  public var isEmpty: Bool { self == RepairReport() }
}
