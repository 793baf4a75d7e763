// SPDX-License-Identifier: Apache-2.0

/// An event of the source of a ``Gallery``.
///
/// Times are durations since the gallery was opened.
public enum PageSourceEvent: Hashable, Sendable {
  /// The source has failed, with the text of its error.
  ///
  /// The gallery still shows its pages, and retries until the source answers. A document in the
  /// trash counts as lost.
  case lost(String, at: Duration)

  /// The source answers again; changes made in the meantime arrive now.
  case found(at: Duration)

  /// The pages are permanently gone, and the gallery is closed.
  case gone(at: Duration)
}
