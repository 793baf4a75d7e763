// SPDX-License-Identifier: Apache-2.0

import GallerySharing

// Numbers of scripts, checked before anything uses them. Nothing here is inlined, because nearly every
// export checks a time and a handle.
extension Double {
  /// The number as an integer.
  @inline(never)
  func integer(in range: ClosedRange<Double>) throws(KernelCode) -> Int {
    guard range.contains(self), rounded(.towardZero) == self else { throw .outOfRange }
    return Int(self)
  }

  /// An index, count, version or code.
  var asInteger: Int {
    @inline(never) get throws(KernelCode) { try integer(in: 0...KernelLimits.greatestInteger) }
  }

  /// The content version of a page.
  var asContentVersion: Int {
    @inline(never) get throws(KernelCode) { try integer(in: 0...2_147_483_647) }
  }

  /// 0 or 1.
  var asFlag: Bool { @inline(never) get throws(KernelCode) { try integer(in: 0...1) == 1 } }

  /// A count of a list's elements.
  @inline(never)
  func count(upTo limit: Int) throws(KernelCode) -> Int {
    let count = try asInteger
    guard count <= limit else { throw .tooLarge }
    return count
  }

  /// A whole number that a double represents exactly.
  private var asExact: UInt64 {
    @inline(never) get throws(KernelCode) {
      guard self >= 0, self < KernelLimits.exact, rounded(.towardZero) == self else {
        throw .outOfRange
      }
      return UInt64(self)
    }
  }

  /// The ID of a page.
  var asPage: PageID { @inline(never) get throws(KernelCode) { PageID(try asExact) } }

  /// The ticket of a request.
  var asTicket: UpdateTicket {
    @inline(never) get throws(KernelCode) { UpdateTicket(number: try asExact) }
  }

  /// The time of a call.
  var asTime: Duration {
    @inline(never) get throws(KernelCode) {
      guard self >= 0, self < KernelLimits.exact, rounded(.towardZero) == self else {
        throw .invalidTime
      }
      return Duration(galleryTime: Int64(self))
    }
  }

  /// A ratio, `nil` for NaN.
  var asShape: PageShape? {
    @inline(never) get throws(KernelCode) {
      guard !isNaN else { return nil }
      do throws(PageShapeError) {
        return try PageShape(aspectRatio: self)
      } catch {
        throw .outOfRange
      }
    }
  }

  /// A length, location, translation or velocity.
  var asFinite: Double {
    @inline(never) get throws(KernelCode) {
      guard isFinite else { throw .notFinite }
      return self
    }
  }

  /// A setting, `nil` for NaN.
  var asSetting: Double? { isNaN ? nil : self }
}

/// Returns a size.
@inline(never)
func checkedSize(_ width: Double, _ height: Double) throws(KernelCode) -> Size {
  Size(width: try width.asFinite, height: try height.asFinite)
}

/// Returns a location, translation or velocity.
@inline(never)
func checkedPoint(_ x: Double, _ y: Double) throws(KernelCode) -> Point {
  Point(x: try x.asFinite, y: try y.asFinite)
}

/// Returns a surface: 0 is the preview, 1 the strip.
@inline(never)
func checkedSurface(_ number: Double) throws(KernelCode) -> GallerySurface {
  try number.asFlag ? .strip : .preview
}
