// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What the environment says to the tests.
public enum TestEnvironment {
  /// How much random tests try in a longer search, `nil` in an ordinary run:
  /// `GALLERY_RANDOM_OPERATIONS`.
  public static let randomOperations = number("GALLERY_RANDOM_OPERATIONS")

  /// What is added to the seeds of random tests, 0 in an ordinary run: `GALLERY_RANDOM_SEED`.
  public static let randomSeed = UInt64(clamping: number("GALLERY_RANDOM_SEED") ?? 0)

  /// Returns a number that a variable holds.
  ///
  /// - Parameter name: The name of the variable.
  /// - Returns: The number, clamped to the range of `Int`; `nil` if there is none, or a negative one.
  public static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }.map { Int(clamping: $0) }
  }
}
