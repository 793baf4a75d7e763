// SPDX-License-Identifier: Apache-2.0

/// The lowest coefficients of all blocks of a JPEG, band by band: what an entropy decoder offers
/// to the reduced transform.
///
/// A decoder of this kind takes ordinary, sound files only. It answers everything else with
/// `false`, in time linear in the bytes, and libjpeg-turbo decodes the file from its start: that
/// alone says what damage is.
protocol LowFrequencySource: AnyObject {
  /// The layout of the blocks.
  var frame: ReducedFrame { get }

  /// Which coefficients come.
  var block: ReducedBlock { get }

  /// Makes the next band ready.
  ///
  /// - Returns: Whether there is one; `false` when the file has to be left to libjpeg-turbo.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  func readBand() throws(ImagingError) -> Bool

  /// The coefficients of a component in the band that was read last, not yet multiplied by
  /// their steps.
  ///
  /// Coefficient c of block x in row y of the band is at
  /// `(y * storedBlocksAcross + x) * block.coefficientCount + c`, in the order of
  /// `ReducedFrame.Component.steps`. The pointer is valid until the next call of `readBand`.
  func coefficients(of component: Int) -> UnsafePointer<Int16>

  /// Looks at what stands behind the last band.
  ///
  /// - Returns: Whether the file ends as a sound one does; `false` as in `readBand`.
  /// - Throws: `ImagingError.io`.
  func finish() throws(ImagingError) -> Bool
}
