// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// A rotation that a gallery has yet to request from its source.
package struct PageRotation: Hashable, Sendable {
  /// The page.
  package var page: PageID
  /// The turns to add to its rotation.
  package var turns: QuarterTurns

  package init(page: PageID, turns: QuarterTurns) {
    self.page = page
    self.turns = turns
  }
}
