// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

/// A mistake and where it stands.
struct ScriptProblem: Error, Sendable {
  let mistake: ScriptMistake
  let path: Path
  /// The number of the line, from 1.
  let line: Int
}
