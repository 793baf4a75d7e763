// SPDX-License-Identifier: Apache-2.0

import GallerySystem

/// A guard that keeps outputs from replacing inputs, whatever paths and links lead to them.
struct InputGuard {
  private let files: [InputFile]
  private lazy var identities: Set<FileIdentity> = Set(
    files.compactMap { try? SystemCalls.status(of: $0.path).identity })

  /// Creates a guard for files.
  ///
  /// The pages of a store need none, because no output can have their paths.
  init(_ files: [InputFile]) {
    self.files = files
  }

  /// Returns whether a path leads to one of the inputs.
  ///
  /// The inputs are looked up only if a file exists at the path, which is rare.
  mutating func isInput(_ path: Path) -> Bool {
    guard let status = try? SystemCalls.status(of: path) else { return false }
    return identities.contains(status.identity)
  }
}
