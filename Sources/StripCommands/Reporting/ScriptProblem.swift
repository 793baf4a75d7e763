// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

/// A mistake in a script and its location.
struct ScriptProblem: Error, Sendable {
  let mistake: ScriptMistake
  let path: Path
  /// The line number, from 1.
  let line: Int
}
