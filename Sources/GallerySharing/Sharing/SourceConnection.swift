// SPDX-License-Identifier: Apache-2.0

/// The connection over which a source delivers its changes.
enum SourceConnection: Sendable {
  /// The source delivers changes, most recently the one that led to a version.
  case listening(number: Int, last: Int)

  /// There are no other writers, or the gallery is closed.
  case ended

  /// The source is called again at a time, and counts as found only after its pages were read if
  /// they are needed.
  case waiting(until: Duration, needsPages: Bool)

  /// The source was called again, when `version` was known.
  case reaching(number: Int, version: Int, needsPages: Bool)
}
