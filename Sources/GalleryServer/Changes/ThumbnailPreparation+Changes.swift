// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

extension ThumbnailPreparation {
  /// Prepares the thumbnails of the pages that a change adds or replaces.
  func callAsFunction(_ change: DocumentChange) async {
    guard isEnabled, let changeset = change.changeset else { return }
    var pages = PagesOfChange(changeset)
    // What cannot be found is made when it is requested.
    try? await pages.find(
      in: store, change.document, at: change.revision, through: [changeset])
    self(pages.keys.keys.sorted { $0.rawValue < $1.rawValue })
  }
}
