// SPDX-License-Identifier: Apache-2.0

extension Clock where Duration == Swift.Duration {
  /// Returns a function that measures the time since this call.
  func elapsed() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
