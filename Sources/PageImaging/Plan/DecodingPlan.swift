// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry

/// Which part of the stored pixels becomes how many pixels, before the page is turned upright.
struct DecodingPlan: Hashable {
  /// The part of the stored image that is shown, in its pixels.
  let box: SourceBox
  /// The size of the result as stored, before orientation.
  let outputSize: PixelSize
  /// The stored image, in its pixels.
  let storedWidth: Double
  let storedHeight: Double

  /// - Throws: `ImagingError.limitExceeded` when the result alone is larger than the memory
  ///   that may be spent.
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
    // What is cut off is cut off evenly at both sides, so turning does not move the part.
    box = SourceBox(
      x: (width - shownWidth) / 2, y: (height - shownHeight) / 2, width: shownWidth,
      height: shownHeight)
    storedWidth = width
    storedHeight = height
    outputSize = swaps ? PixelSize(width: size.height, height: size.width) : size
  }

  /// Another part of the same stored image in another size.
  init(_ plan: DecodingPlan, showing box: SourceBox, as outputSize: PixelSize) {
    self.box = box
    self.outputSize = outputSize
    storedWidth = plan.storedWidth
    storedHeight = plan.storedHeight
  }

  /// The same result made out of a smaller copy of the stored image.
  init(_ plan: DecodingPlan, from copy: PixelSize) {
    storedWidth = Double(copy.width)
    storedHeight = Double(copy.height)
    box = plan.box.scaled(
      horizontally: storedWidth / plan.storedWidth, vertically: storedHeight / plan.storedHeight)
    outputSize = plan.outputSize
  }

  /// Whether the result is the stored pixels themselves.
  func isIdentity(for header: ImageHeader) -> Bool {
    outputSize == header.storedSize && box == SourceBox(covering: outputSize)
  }

  /// The largest of 8, 4, 2 and 1 by which a JPEG can be decoded smaller while enough samples
  /// are left for a good filter.
  ///
  /// `skipsLastBits` tells that coefficients may come without their last bit.
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

  /// The coarsest reduced blocks from which enough samples come for a good filter; nil if there
  /// are none.
  ///
  /// The components are as coarse as they are stored, so colors decide in most files.
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

  /// The least ratio of a scaled JPEG to the result.
  ///
  /// Blocks of the transform are means over squares; a Lanczos filter over too few of them cannot
  /// repair what they lost.
  private static let headroom = 1.5
  /// The same for coefficients without their last bit: the mean of more samples hides the error.
  private static let roughHeadroom = 2.5
  /// The largest ratio of the result to its chroma: eyes do not see the difference.
  private static let chromaTolerance = 1.25
}

/// The page as it is seen: upright, its pixels made square.
private struct PageExtent {
  /// The sides in pixels without upscaling either side, not rounded.
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

  /// The shown fraction of each side, and the size in pixels, nil if it cannot be counted.
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
