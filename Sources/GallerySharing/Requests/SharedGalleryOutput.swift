// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// An event of a ``SharedGallery``, or a request to its host.
public enum SharedGalleryOutput: Hashable, Sendable {
  /// An event of the session.
  ///
  /// `commitRequested` is included for information; the gallery handles it itself.
  case event(GalleryEvent)

  /// A change of the pages that the gallery shows.
  case pagesChanged(GalleryPagesChange)

  /// The host makes a call of the source.
  case request(PageSourceRequest)

  /// The host stops delivering changes for the request with this number.
  case stopChanges(Int)

  /// The source refused the change of these requests.
  ///
  /// Several requests that were refused together are tried again one by one, so that a request may
  /// succeed afterwards.
  case refused([UpdateTicket], PageSourceFailure)

  /// The source has failed. The gallery still shows its pages, and retries until the source answers.
  case sourceLost(PageSourceFailure, at: Duration)

  /// The source answers again; changes made in the meantime arrive now.
  case sourceFound(at: Duration)

  /// The pages are permanently gone, and the gallery is closed.
  case sourceGone(at: Duration)
}
