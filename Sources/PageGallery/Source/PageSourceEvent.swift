// SPDX-License-Identifier: Apache-2.0

/// Something that happened to the source of a ``Gallery``.
///
/// Times are distances from the moment at which the gallery was opened.
public enum PageSourceEvent: Hashable, Sendable {
  /// The source has failed, in its own words.
  ///
  /// The gallery shows its pages still, and asks the source again until it answers. A document in the
  /// trash is lost.
  case lost(String, at: Duration)

  /// The source answers again; what has changed meanwhile arrives now.
  case found(at: Duration)

  /// The pages are gone for good, and the gallery is closed.
  case gone(at: Duration)
}
