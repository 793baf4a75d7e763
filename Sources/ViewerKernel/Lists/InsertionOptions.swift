// SPDX-License-Identifier: Apache-2.0

import GallerySharing

/// The options of an edit with an index: 1 the new page becomes active, 2 the index is logical.
struct InsertionOptions {
  let focus: InsertionFocus
  let space: IndexSpace

  init(_ number: Double) throws(KernelCode) {
    let flags = try number.integer(in: 0...3)
    focus = flags & 1 == 0 ? .keep : .inserted
    space = flags & 2 == 0 ? .presented : .logical
  }
}
