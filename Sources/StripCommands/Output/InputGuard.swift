// SPDX-License-Identifier: Apache-2.0

/// Keeps outputs from taking the place of inputs, by whatever names and links they are reached.
struct InputGuard {
  private let inputs: [InputFile]
  private lazy var identities: Set<System.FileIdentity> = Set(
    inputs.filter { $0.stored == nil }.compactMap { try? System.status(of: $0.path).identity })

  init(_ inputs: [InputFile]) {
    self.inputs = inputs
  }

  /// Returns whether a name leads to one of the inputs.
  ///
  /// The inputs are looked up only when the name is taken, which it seldom is.
  mutating func isInput(_ path: Path) -> Bool {
    guard let status = try? System.status(of: path) else { return false }
    return identities.contains(status.identity)
  }
}
