// SPDX-License-Identifier: Apache-2.0

/// The number of samples per side that a block of 8 x 8 is decoded to.
enum ReducedBlock: Int {
  /// Its mean, from the DC coefficient: 1/8.
  case oneSample = 1
  /// The means of its quarters, from the four lowest coefficients: 1/4.
  case fourSamples = 2

  /// The samples a side.
  var side: Int { rawValue }
  /// The coefficients that are kept of a block.
  var coefficientCount: Int { rawValue * rawValue }
}
