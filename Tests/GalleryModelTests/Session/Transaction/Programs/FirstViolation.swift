// SPDX-License-Identifier: Apache-2.0

/// The first violated invariant.
///
/// It is a class, so that a message can refer to the value that is being mutated.
final class FirstViolation {
  private(set) var reason: String?

  func expect(_ condition: Bool, _ reason: () -> String) {
    if !condition, self.reason == nil { self.reason = reason() }
  }
}
