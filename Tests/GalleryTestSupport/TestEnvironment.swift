// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The environment variables of the tests.
public enum TestEnvironment {
  /// The number of random operations in a longer search, `nil` in an ordinary run:
  /// `GALLERY_RANDOM_OPERATIONS`.
  public static let randomOperations = number("GALLERY_RANDOM_OPERATIONS")

  /// The offset of the seeds of random tests, 0 in an ordinary run: `GALLERY_RANDOM_SEED`.
  public static let randomSeed = UInt64(clamping: number("GALLERY_RANDOM_SEED") ?? 0)

  /// Returns the number in a variable.
  ///
  /// - Parameter name: The name of the variable.
  /// - Returns: The number, clamped to the range of `Int`; `nil` if it is missing or negative.
  public static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }.map { Int(clamping: $0) }
  }
}
