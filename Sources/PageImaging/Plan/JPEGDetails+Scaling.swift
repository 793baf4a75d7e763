// SPDX-License-Identifier: Apache-2.0

extension JPEGDetails {
  /// Returns the distance between samples of the coarsest component after decoding at
  /// 1/`denominator`, in stored pixels.
  ///
  /// libjpeg keeps twice the samples of a component as long as it is subsampled twice in both
  /// directions and a block has 8 of them; so 4:2:0 loses no color until 1/8, and 4:1:1 does.
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
