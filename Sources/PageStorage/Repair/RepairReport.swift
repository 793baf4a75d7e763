// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// What ``PageStore/repair()`` and ``PageStore/repair(at:configuration:)`` have done.
public struct RepairReport: Hashable, Sendable {
  /// Whether a new catalogue was made from the records of the originals.
  ///
  /// The old one is kept beside it.
  public internal(set) var catalogueWasRebuilt = false

  /// Pages whose entries were made anew.
  public internal(set) var repairedPages: [PageID] = []

  /// Documents whose order was made anew from what could be read of it.
  public internal(set) var reorderedDocuments: [DocumentID] = []

  /// Pages whose original bytes are lost or were changed; they are marked as damaged.
  public internal(set) var damagedPages: [PageID] = []

  /// Originals that belonged to no page; they are pages of a document of their own now.
  public internal(set) var recoveredPages: [PageID] = []
}
