// SPDX-License-Identifier: Apache-2.0

/// The number of samples per side that a block of 8 x 8 is decoded to.
enum ReducedBlock: Int {
  /// The mean of the block, from the DC coefficient: an image at 1/8.
  case oneSample = 1
  /// The means of its quarters, from the four lowest coefficients: an image at 1/4.
  case fourSamples = 2

  /// The number of samples per side.
  var side: Int { rawValue }
  /// The number of coefficients kept per block.
  var coefficientCount: Int { rawValue * rawValue }
}
