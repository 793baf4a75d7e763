// SPDX-License-Identifier: Apache-2.0

extension JPEGDetails {
  /// Returns the sample pitch of the coarsest component after decoding at 1/`denominator`.
  ///
  /// The pitch is in stored pixels. libjpeg doubles the samples per block of a component, up to 8,
  /// as long as both directions are still subsampled by a factor of two. Therefore the chroma of
  /// 4:2:0 is as fine as the luma down to 1/8, and the chroma of 4:1:1 is coarser.
  func coarsestPitch(denominator: Int) -> (across: Double, down: Double) {
    let widest = Int(components.horizontalSampling.max())
    let highest = Int(components.verticalSampling.max())
    var pitch = (across: 0.0, down: 0.0)
    for index in 0..<components.count {
      let horizontal = max(1, Int(components.horizontalSampling[index]))
      let vertical = max(1, Int(components.verticalSampling[index]))
      let smallest = 8 / denominator
      var samples = smallest
      while samples < 8, widest * smallest % (horizontal * samples * 2) == 0,
        highest * smallest % (vertical * samples * 2) == 0
      {
        samples *= 2
      }
      pitch.across = max(pitch.across, Double(widest * 8) / Double(horizontal * samples))
      pitch.down = max(pitch.down, Double(highest * 8) / Double(vertical * samples))
    }
    return pitch
  }
}
