// SPDX-License-Identifier: Apache-2.0

public import GalleryGeometry

/// The size of a decoded page.
///
/// Sides are in pixels of the displayed page: upright, and with square pixels.
public enum DecodingTarget: Hashable, Sendable {
  /// The stored pixels, turned upright; pixels that are not square are not resampled.
  case full
  /// The height of the result; the width follows from the page's aspect ratio.
  case height(Int)
  /// The length of the longer side; the other side follows from the page's aspect ratio.
  case longSide(Int)
  /// The largest size of the whole page that fits into these sides (aspect fit).
  case fit(PixelSize)
  /// Exactly these sides (aspect fill).
  ///
  /// The page is centered, and cropped at two opposite sides.
  case fill(PixelSize)
}

/// The treatment of a page whose data are truncated or slightly corrupt.
public enum DamagePolicy: Hashable, Sendable {
  /// The page is decoded as far as possible, and marked as damaged.
  case tolerant
  /// Decoding throws `ImagingError.damaged`.
  case strict
}

/// The options of a decoding.
public struct DecodingOptions: Hashable, Sendable {
  /// The size of the result; `.full` by default.
  public var target: DecodingTarget
  /// The limits of the resources that decoding may use; `.default` by default.
  public var limits: DecodingLimits
  /// The treatment of damaged data; `.tolerant` by default.
  public var damagePolicy: DamagePolicy
  /// Whether a page that is smaller than the target is enlarged; `false` by default.
  ///
  /// Without upscaling, such a page keeps its size, and `.fill` keeps the target's aspect ratio.
  public var allowsUpscaling: Bool
  /// Whether pixels that are not square are made square; `true` by default.
  ///
  /// See `ImageHeader.aspectRatio(honorsPixelDensity:)`.
  public var honorsPixelDensity: Bool

  /// Whether the EXIF thumbnail of a JPEG may be decoded in place of the page; `false` by default.
  ///
  /// The thumbnail is used only if it is not smaller than the result, has the page's aspect ratio
  /// within 1 %, and is undamaged; otherwise the page is decoded. With the thumbnail, the data of
  /// the page are not read, so their damage is not detected. `.strict` never uses the thumbnail.
  public var allowsEmbeddedThumbnail: Bool

  /// Creates options; the default values are documented at the properties.
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
