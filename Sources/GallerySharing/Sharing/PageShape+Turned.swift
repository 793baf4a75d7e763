// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension PageShape {
  /// The shape of a page of this shape after a rotation.
  package func turned(by turns: QuarterTurns) -> PageShape? {
    turns.swapsSides ? try? PageShape(aspectRatio: 1 / aspectRatio) : self
  }
}
