// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// The shown part of the stored pixels, and the size of the result before it is turned upright.
struct DecodingPlan: Hashable {
  /// The shown part of the stored image, in stored pixels.
  let box: SourceBox
  /// The size of the result in stored orientation.
  let outputSize: PixelSize
  /// The width and height of the stored image, in pixels.
  let storedWidth: Double
  let storedHeight: Double

  /// Plans the decoding of a page.
  ///
  /// - Throws: `ImagingError.limitExceeded` if a side of the result has `Int32.max` pixels or more.
  init(_ header: ImageHeader, options: DecodingOptions) throws(ImagingError) {
    let page = PageExtent(header, honorsPixelDensity: options.honorsPixelDensity)
    let (shown, size) = page.fit(options.target, allowsUpscaling: options.allowsUpscaling)
    guard let size else {
      throw .limitExceeded(
        limit: .decodeMemory, found: .max, allowed: options.limits.decodeMemory)
    }
    let swaps = header.orientation.swapsSides
    let width = Double(header.storedSize.width)
    let height = Double(header.storedSize.height)
    let shownWidth = width * (swaps ? shown.height : shown.width)
    let shownHeight = height * (swaps ? shown.width : shown.height)
    // Both sides are cropped evenly, so the part does not depend on the orientation.
    box = SourceBox(
      x: (width - shownWidth) / 2, y: (height - shownHeight) / 2, width: shownWidth,
      height: shownHeight)
    storedWidth = width
    storedHeight = height
    outputSize = swaps ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Plans another part and size of the same stored image.
  init(_ plan: DecodingPlan, showing box: SourceBox, as outputSize: PixelSize) {
    self.box = box
    self.outputSize = outputSize
    storedWidth = plan.storedWidth
    storedHeight = plan.storedHeight
  }

  /// Plans the same result from a smaller copy of the stored image.
  init(_ plan: DecodingPlan, from copy: PixelSize) {
    storedWidth = Double(copy.width)
    storedHeight = Double(copy.height)
    box = plan.box.scaled(
      horizontally: storedWidth / plan.storedWidth, vertically: storedHeight / plan.storedHeight)
    outputSize = plan.outputSize
  }

  /// Returns whether the result is the stored pixels themselves.
  func isIdentity(for header: ImageHeader) -> Bool {
    outputSize == header.storedSize && box == SourceBox(covering: outputSize)
  }

  /// Returns the largest of 8, 4, 2 and 1 that leaves enough samples for a good filter.
  ///
  /// The number is the denominator of the scale at which libjpeg decodes the file. `skipsLastBits`
  /// is set if coefficients may lack their last bit.
  func denominator(for jpeg: JPEGDetails, skipsLastBits: Bool) -> Int {
    let across = box.width / Double(outputSize.width)
    let down = box.height / Double(outputSize.height)
    return [8, 4, 2].first { denominator in
      let pitch = jpeg.coarsestPitch(denominator: denominator)
      let isRough = skipsLastBits && denominator < 8
      let headroom = isRough ? Self.roughHeadroom : Self.headroom
      return min(across, down) >= Double(denominator) * headroom
        && across * Self.chromaTolerance >= pitch.across
        && down * Self.chromaTolerance >= pitch.down
    } ?? 1
  }

  /// Returns the smallest reduced block that leaves enough samples for a good filter.
  ///
  /// The result is `nil` if there is none. The components are used at their stored sampling, so
  /// chroma decides in most files.
  func reducedBlock(for jpeg: JPEGDetails) -> ReducedBlock? {
    let across = box.width / Double(outputSize.width)
    let down = box.height / Double(outputSize.height)
    let components = jpeg.components
    let coarsestAcross =
      Double(components.horizontalSampling.max())
      / Double((0..<components.count).map { components.horizontalSampling[$0] }.min() ?? 1)
    let coarsestDown =
      Double(components.verticalSampling.max())
      / Double((0..<components.count).map { components.verticalSampling[$0] }.min() ?? 1)
    return [ReducedBlock.oneSample, .fourSamples].first { block in
      let pitch = Double(8 / block.side)
      return min(across, down) >= pitch * Self.headroom
        && across * Self.chromaTolerance >= pitch * coarsestAcross
        && down * Self.chromaTolerance >= pitch * coarsestDown
    }
  }

  /// The smallest ratio of a scaled JPEG to the result.
  ///
  /// The samples of a scaled block are means over squares: a Lanczos filter over too few of them
  /// cannot restore the lost detail.
  private static let headroom = 1.5
  /// The smallest ratio without last bits: the mean of more samples hides the error.
  private static let roughHeadroom = 2.5
  /// The largest ratio of the result to its chroma: the difference is not visible.
  private static let chromaTolerance = 1.25
}

/// The displayed page: upright, with square pixels.
private struct PageExtent {
  /// The width and height in pixels if neither side is upscaled, not rounded.
  let width: Double
  let height: Double
  private let displaySize: PixelSize

  init(_ header: ImageHeader, honorsPixelDensity: Bool) {
    displaySize = header.displaySize
    let ratio = header.aspectRatio(honorsPixelDensity: honorsPixelDensity)
    width = min(Double(displaySize.width), Double(displaySize.height) * ratio)
    height = min(Double(displaySize.height), Double(displaySize.width) / ratio)
  }

  private var aspectRatio: Double { width / height }

  /// Returns the shown fraction of each side, and the size in pixels.
  ///
  /// The size is `nil` if a side has `Int32.max` pixels or more.
  func fit(
    _ target: DecodingTarget, allowsUpscaling: Bool
  ) -> (shown: (width: Double, height: Double), size: PixelSize?) {
    let all = (width: 1.0, height: 1.0)
    let largest = allowsUpscaling ? Double.infinity : 1
    switch target {
    case .full:
      return (all, displaySize)
    case .height(let side):
      return (all, scaled(by: min(largest, Double(side) / height)))
    case .longSide(let side):
      return (all, scaled(by: min(largest, Double(side) / max(width, height))))
    case .fit(let size):
      let scale = min(Double(size.width) / width, Double(size.height) / height)
      return (all, scaled(by: min(largest, scale)))
    case .fill(let size):
      let ratio = Double(size.width) / Double(size.height)
      let shown = (width: min(1, ratio / aspectRatio), height: min(1, aspectRatio / ratio))
      let scale = min(
        largest, width * shown.width / Double(size.width),
        height * shown.height / Double(size.height))
      guard !allowsUpscaling, scale < 1 else { return (shown, size) }
      let fitted = rounded(width: Double(size.width) * scale, height: Double(size.height) * scale)
      return (shown, fitted)
    }
  }

  private func scaled(by scale: Double) -> PixelSize? {
    rounded(width: width * scale, height: height * scale)
  }

  private func rounded(width: Double, height: Double) -> PixelSize? {
    let largest = Double(Int32.max)
    guard width < largest, height < largest else { return nil }
    return PixelSize(
      width: max(1, Int((width + 0.5).rounded(.down))),
      height: max(1, Int((height + 0.5).rounded(.down))))
  }
}
