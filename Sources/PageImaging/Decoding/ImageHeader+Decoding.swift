// SPDX-License-Identifier: Apache-2.0

extension ImageHeader {
  /// What only a JPEG has.
  var jpegDetails: JPEGDetails? {
    guard case .jpeg(let details) = details else { return nil }
    return details
  }

  /// Whether a pixel is stored as a bit that means black or white.
  var isBilevel: Bool {
    guard case .png(let details) = details else { return false }
    return colorModel == .gray && details.bitDepth == 1
  }
}

extension JPEGDetails {
  /// The samples that are stored for a pixel: 3 for 4:4:4, 1.5 for 4:2:0.
  var samplesPerPixel: Double {
    let largest =
      Double(components.horizontalSampling.max()) * Double(components.verticalSampling.max())
    var samples = 0.0
    for index in 0..<components.count {
      samples +=
        Double(components.horizontalSampling[index]) * Double(components.verticalSampling[index])
    }
    return samples / max(1, largest)
  }
}

extension JPEGDetails {
  /// How far apart the samples of the coarsest component are after decoding at
  /// 1/`denominator`, in stored pixels.
  ///
  /// libjpeg keeps twice the samples of a component as long as it is subsampled twice in both
  /// directions and a block has 8 of them; so 4:2:0 loses no colour until 1/8, and 4:1:1 does.
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

extension ColorModel {
  /// Whether pages of this model are decoded to one channel.
  var isGray: Bool {
    switch self {
    case .gray, .grayAlpha, .unknown: true
    case .rgb, .rgbAlpha, .palette, .yCbCr, .cmyk, .ycck: false
    }
  }
}
