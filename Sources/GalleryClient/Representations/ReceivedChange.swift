// SPDX-License-Identifier: Apache-2.0

import PageGallery

/// A change of a document, from an event or from the response to a conflict.
struct ReceivedChange: Decodable {
  struct Page: Decodable {
    let id: UInt64?
    let aspectRatio: Double?
    let contentVersion: Int?
  }

  struct Arrival: Decodable {
    let at: Int
    let page: Page
  }

  struct Move: Decodable {
    let from: Int
    let to: Int
  }

  let revision: Int
  let deletions: [Int]?
  let insertions: [Arrival]?
  let moves: [Move]?
  let replacements: [Arrival]?
  let keys: [String: PageKey]?

  /// The change in the terms of a source.
  func change() throws(RemoteServerError) -> PageSourceChange {
    PageSourceChange(version: try ReceivedNumber.check(revision), changeset: try changeset())
  }

  private func changeset() throws(RemoteServerError) -> Changeset {
    var (insertions, moves) = ([Changeset.Insertion](), [Changeset.Move]())
    var (deletions, replacements) = ([Int](), [Changeset.Replacement]())
    for index in self.deletions ?? [] { deletions.append(try ReceivedNumber.check(index)) }
    for entry in self.insertions ?? [] {
      insertions.append(
        .init(index: try ReceivedNumber.check(entry.at), page: try Self.page(entry.page)))
    }
    for move in self.moves ?? [] {
      moves.append(
        .init(
          source: try ReceivedNumber.check(move.from),
          destination: try ReceivedNumber.check(move.to)))
    }
    for entry in self.replacements ?? [] {
      replacements.append(
        .init(
          index: try ReceivedNumber.check(entry.at),
          size: try ReceivedNumber.shape(entry.page.aspectRatio)))
    }
    return Changeset(
      deletions: deletions, insertions: insertions, moves: moves, replacements: replacements)
  }

  private static func page(_ page: Page) throws(RemoteServerError) -> PageGallery.Page {
    guard let id = page.id else {
      throw .malformedResponse("An inserted page has no identifier.")
    }
    return PageGallery.Page(
      id: try ReceivedNumber.page(id), size: try ReceivedNumber.shape(page.aspectRatio),
      contentVersion: try ReceivedNumber.contentVersion(page.contentVersion ?? 0))
  }
}

/// The members of a conflict.
struct ReceivedConflict: Decodable {
  let revision: Int
  let changes: [ReceivedChange]?

  /// The changes since a revision, empty if the server left them out.
  func changes(after known: Int) throws(RemoteServerError) -> [PageSourceChange] {
    var last = known
    var list: [PageSourceChange] = []
    for received in changes ?? [] {
      let change = try received.change()
      guard change.version == last + 1 else {
        throw .disorderedRevision(after: last, found: change.version)
      }
      last = change.version
      list.append(change)
    }
    guard list.isEmpty || last == revision else {
      throw .malformedResponse("The changes of a conflict end before its revision.")
    }
    return list
  }
}

/// The result of an edit.
struct ReceivedOutcome: Decodable {
  let revision: Int
  let pageCount: Int?
}

/// The result of an upload.
struct ReceivedUpload: Decodable {
  struct Page: Decodable {
    let id: UInt64
    let aspectRatio: Double?
    let key: PageKey?
  }

  let page: Page
}
