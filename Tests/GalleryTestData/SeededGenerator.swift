// SPDX-License-Identifier: Apache-2.0

/// A reproducible random number generator: the same seed gives the same numbers.
///
/// It is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
/// 2014): a counter with a fixed odd step, scrambled. It is good enough for test data, not for
/// secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  ///
  /// - Parameter seed: Any number. Neighboring seeds give unrelated sequences.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of the sequence.
  ///
  /// - Returns: A number, uniformly distributed over all 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededGenerator {
  /// Returns whether an event with the given probability happens.
  ///
  /// - Parameter probability: The probability of `true`, in `0...1`.
  /// - Returns: `true` in about that fraction of calls.
  public mutating func chance(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }
}
