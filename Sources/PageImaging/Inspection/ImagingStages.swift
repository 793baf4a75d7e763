// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// The stages of decoding a thumbnail, one by one, for benchmarks; not part of the interface.
@_spi(Benchmarks)
public enum ImagingStages {
  /// Decodes the lowest coefficients of a JPEG.
  ///
  /// - Parameters:
  ///   - source: A baseline JPEG.
  ///   - side: The number of samples per side of a reduced block, 1 or 2.
  ///   - transforms: Whether the coefficients are transformed to samples too.
  /// - Returns: Whether the file was decoded; `false` if libjpeg-turbo has to decode it.
  /// - Throws: `ImagingError.io`, `ImagingError.outOfMemory`.
  /// - Complexity: O(number of bytes).
  public static func readCoefficients(
    _ source: ByteSource, side: Int, transforms: Bool
  ) throws(ImagingError) -> Bool {
    guard let block = ReducedBlock(rawValue: side),
      let coefficients = try BaselineCoefficients(source, block: block)
    else { return false }
    return try read(coefficients, transforms: transforms)
  }

  /// Resamples an image of a single sample value.
  ///
  /// - Parameters:
  ///   - size: The size of the source.
  ///   - outputSize: The size of the result.
  ///   - format: The format of the pixels.
  ///   - isPacked: Whether a color pixel has three bytes, as in the rows of a PNG.
  /// - Throws: `ImagingError.outOfMemory`.
  /// - Complexity: O(number of pixels).
  public static func resample(
    _ size: PixelSize, to outputSize: PixelSize, _ format: PixelFormat, isPacked: Bool = false
  ) throws(ImagingError) {
    var resampler = try StreamingResampler(
      source: size, format: format, layout: isPacked && format == .rgbx8 ? .rgb8 : .pixels,
      box: SourceBox(covering: size), outputSize: outputSize)
    let row = try RawStorage(byteCount: size.width * format.bytesPerPixel, fill: 130)
    let output = try RawStorage(
      byteCount: outputSize.width * outputSize.height * format.bytesPerPixel)
    for _ in 0..<size.height {
      unsafe resampler.push(row.pointer(as: UInt8.self), into: output.pointer(as: UInt8.self))
    }
  }
}
