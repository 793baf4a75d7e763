// SPDX-License-Identifier: Apache-2.0

/// The first law that was broken.
///
/// It is an object, so that a reason may speak of the value that is being changed.
final class FirstViolation {
  private(set) var reason: String?

  func expect(_ condition: Bool, _ reason: () -> String) {
    if !condition, self.reason == nil { self.reason = reason() }
  }
}
