// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A body that may take the memory of large pieces, until this is released; see ``BodyFlow/Sizes/large``.
///
/// Only a few may at a time, and only as long as they arrive fast enough: see ``BodyUse``. That is found out when a
/// piece has arrived, which takes a slow one minutes.
final class LargeBody: Sendable {
  /// The maximum number of such bodies.
  static let countLimit = 16

  private static let count = Mutex(0)

  /// Begins one; `nil` if there are too many.
  init?() {
    let isBegun = Self.count.withLock { count in
      guard count < Self.countLimit else { return false }
      count += 1
      return true
    }
    guard isBegun else { return nil }
  }

  deinit { Self.count.withLock { $0 -= 1 } }
}
