// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

extension KernelCode {
  init(_ error: GalleryError) {
    switch error {
    case .notFinite: self = .notFinite
    case .layout, .invalidHysteresis, .invalidSpeed, .invalidPrefetchAhead:
      self = .invalidConfiguration
    case .invalidContentVersion, .indexOutOfRange: self = .outOfRange
    case .unknownPage: self = .unknownPage
    case .duplicateID: self = .duplicatePage
    case .tooManyPages: self = .tooLarge
    }
  }

  init(_ error: ZoomError) {
    switch error {
    case .notFinite: self = .notFinite
    case .invalidScale, .invalidAspectRatio: self = .outOfRange
    case .invalidViewport, .invalidMaximumScale, .invalidDoubleTapScale, .invalidSpeed:
      self = .invalidConfiguration
    }
  }

  init(_ error: DrawerError) {
    switch error {
    case .notFinite: self = .notFinite
    case .invalidHeight(.content, _): self = .outOfRange
    case .invalidHeight, .invalidViewport, .invalidSpeed: self = .invalidConfiguration
    }
  }

  init(_ error: AppearanceError) { self = .invalidConfiguration }
}

/// Makes a call of a gallery, whose error becomes a code.
func asking<Result>(
  _ call: () throws(GalleryError) -> Result
) throws(KernelCode) -> Result {
  do throws(GalleryError) { return try call() } catch { throw KernelCode(error) }
}

/// Makes a call of a zoom, whose error becomes a code.
func asking<Result>(_ call: () throws(ZoomError) -> Result) throws(KernelCode) -> Result {
  do throws(ZoomError) { return try call() } catch { throw KernelCode(error) }
}

/// Makes a call of a drawer, whose error becomes a code.
func asking<Result>(_ call: () throws(DrawerError) -> Result) throws(KernelCode) -> Result {
  do throws(DrawerError) { return try call() } catch { throw KernelCode(error) }
}

/// Makes a call of a tracker, whose error becomes a code.
func asking<Result>(
  _ call: () throws(AppearanceError) -> Result
) throws(KernelCode) -> Result {
  do throws(AppearanceError) { return try call() } catch { throw KernelCode(error) }
}
