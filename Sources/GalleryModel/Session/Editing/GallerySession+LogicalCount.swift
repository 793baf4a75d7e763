// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// The number of pages in the logical order, with all pending requests.
  ///
  /// As a gap in `IndexSpace.logical`, it is the end, behind all pages that are still to be
  /// inserted.
  public var logicalCount: Int { queue.logicalCount(in: pages) }
}
