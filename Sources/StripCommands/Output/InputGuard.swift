// SPDX-License-Identifier: Apache-2.0

/// Keeps outputs from taking the place of inputs, by whatever names and links they are reached.
struct InputGuard {
  private let files: [InputFile]
  private lazy var identities: Set<System.FileIdentity> = Set(
    files.compactMap { try? System.status(of: $0.path).identity })

  /// Creates a guard of files; the pages of a store have no names that an output could take.
  init(_ files: [InputFile]) {
    self.files = files
  }

  /// Returns whether a name leads to one of the inputs.
  ///
  /// The inputs are looked up only when the name is taken, which it seldom is.
  mutating func isInput(_ path: Path) -> Bool {
    guard let status = try? System.status(of: path) else { return false }
    return identities.contains(status.identity)
  }
}
