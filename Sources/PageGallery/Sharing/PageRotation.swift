// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import PageStorage

/// A rotation that a gallery has yet to request from its source.
struct PageRotation: Hashable, Sendable {
  var page: PageID
  var turns: QuarterTurns
}
