// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import Testing

@testable import GalleryServer
@testable import PageStorage

struct ChangeHistoryTests {
  private func changes(_ count: Int, replacements: Int, moves: Int) -> [DocumentChange] {
    let changeset = Changeset(
      moves: (0..<moves).map { Changeset.Move(source: $0, destination: $0) },
      replacements: (0..<replacements).map { Changeset.Replacement(index: $0, size: nil) })
    return (1...count).map {
      DocumentChange(document: DocumentID(1), revision: $0, changeset: changeset)
    }
  }

  @Test(arguments: [
    (1, 0, 5_000, true), (64, 1, 10, true), (1, 500, 500, true), (64, 2_500, 2_500, false),
    (1, 1_000, 1_000, false),
  ])
  func theWorkForPagesIsBounded(count: Int, replacements: Int, moves: Int, isCheap: Bool) {
    let changes = changes(count, replacements: replacements, moves: moves)
    #expect(ChangeHistory.isCheap(changes) == isCheap)
  }
}
