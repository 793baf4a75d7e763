// SPDX-License-Identifier: Apache-2.0

/// A source of the lowest DCT coefficients of all blocks of a JPEG, delivered band by band.
///
/// Sources are the entropy decoders that feed the reduced transform. A source accepts only
/// ordinary, valid files. For any other file its methods return `false`, in time linear in the
/// number of bytes, and libjpeg-turbo decodes the file from its start: libjpeg-turbo alone defines
/// what counts as damage.
protocol LowFrequencySource: AnyObject {
  /// The layout of the blocks.
  var frame: ReducedFrame { get }

  /// The size of a reduced block, which determines the delivered coefficients.
  var block: ReducedBlock { get }

  /// Decodes the next band.
  ///
  /// - Returns: Whether there is a next band; `false` if libjpeg-turbo has to decode the file.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  func readBand() throws(ImagingError) -> Bool

  /// Returns the coefficients of a component in the last decoded band, before dequantization.
  ///
  /// Coefficient c of block x in row y of the band is at
  /// `(y * storedBlocksAcross + x) * block.coefficientCount + c`, in the order of
  /// `ReducedFrame.Component.steps`. The pointer is valid until the next call of `readBand`.
  func coefficients(of component: Int) -> UnsafePointer<Int16>

  /// Checks the data after the last band.
  ///
  /// - Returns: Whether the file ends as a valid file does; `false` as in `readBand`.
  /// - Throws: `ImagingError.io`.
  func finish() throws(ImagingError) -> Bool
}
