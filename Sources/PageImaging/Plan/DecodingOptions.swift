// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// The size of a decoded page.
///
/// Sides are in pixels, of the page as it is seen:
/// upright, and with square pixels.
public enum DecodingTarget: Hashable, Sendable {
  /// The stored pixels, turned upright; pixels that are not square stay as they are.
  case full
  /// As many pixels high; the width follows from the page's aspect ratio.
  case height(Int)
  /// The longer side has so many pixels; the other one follows from the aspect ratio.
  case longSide(Int)
  /// As large as fits into these sides, the whole page (aspect fit).
  case fit(PixelSize)
  /// Exactly these sides: the page is centered and what stands over at two opposite sides is
  /// cut off (aspect fill).
  case fill(PixelSize)
}

/// The treatment of a page whose data are cut off or slightly corrupt.
public enum DamagePolicy: Hashable, Sendable {
  /// It is shown with what there is, and marked.
  case tolerant
  /// It is refused with `ImagingError.damaged`.
  case strict
}

/// The options of a decoding.
public struct DecodingOptions: Hashable, Sendable {
  /// The size of the result; `.full` by default.
  public var target: DecodingTarget
  /// The limits of what the data may cost; `.default` by default.
  public var limits: DecodingLimits
  /// The treatment of damaged data; `.tolerant` by default.
  public var damagePolicy: DamagePolicy
  /// Whether a page that is smaller than the target is enlarged; `false` by default.
  ///
  /// Without it such a page keeps its size, and `.fill` keeps the target's aspect ratio.
  public var allowsUpscaling: Bool
  /// Whether pixels that are not square are made square; `true` by default.
  ///
  /// See `ImageHeader.aspectRatio(honorsPixelDensity:)`.
  public var honorsPixelDensity: Bool

  /// Whether the small picture that a camera put into the EXIF block of a JPEG may stand for the
  /// page; `false` by default.
  ///
  /// It does so only if it is not smaller than the result, has the page's aspect ratio within
  /// 1 %, and nothing is wrong with it; otherwise the page is decoded as ever. The page's own
  /// data are then not looked at, so their damage is not seen; `.strict` never takes it.
  public var allowsEmbeddedThumbnail: Bool

  /// Makes options; each has the default that its property names.
  public init(
    target: DecodingTarget = .full, limits: DecodingLimits = .default,
    damagePolicy: DamagePolicy = .tolerant, allowsUpscaling: Bool = false,
    honorsPixelDensity: Bool = true, allowsEmbeddedThumbnail: Bool = false
  ) {
    self.target = target
    self.limits = limits
    self.damagePolicy = damagePolicy
    self.allowsUpscaling = allowsUpscaling
    self.honorsPixelDensity = honorsPixelDensity
    self.allowsEmbeddedThumbnail = allowsEmbeddedThumbnail
  }
}
