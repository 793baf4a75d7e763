// SPDX-License-Identifier: Apache-2.0

extension GallerySession {
  /// The number of pages as it will be when everything that waits has happened.
  ///
  /// As a gap in `IndexSpace.logical`, it is the end behind all pages that are still to be inserted.
  public var logicalCount: Int { queue.logicalCount(in: pages) }
}
