// SPDX-License-Identifier: Apache-2.0

import GallerySharing

extension Gallery {
  /// Returns the error of the source that a failure stands for.
  ///
  /// A failure with a code stands for the error that is being handled.
  func error(of failure: PageSourceFailure) -> PageSourceError {
    switch failure {
    case .gone: .gone
    case .conflict(let version, _): .conflict(version: version)
    case .invalidChange(let error): .invalidChange(error)
    case .unusablePages(let error): PageSourceError(error)
    case .decreasedVersion(let last, let found):
      PageSourceError(DecreasedVersionError(last: last, found: found))
    case .failed(let code): currentError ?? .invalidChange(.sourceFailed(code: code))
    }
  }
}

extension PageSourceFailure {
  /// The failure that stands for an error of a source.
  init(_ error: PageSourceError) {
    self =
      switch error {
      case .gone: .gone
      case .conflict(let version, let changes): .conflict(version: version, changes: changes)
      case .invalidChange(let error): .invalidChange(error)
      case .unstagedPage, .unsupportedRotation, .unsupportedRestoration, .store, .other:
        .failed(code: 0)
      }
  }
}
