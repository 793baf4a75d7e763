// SPDX-License-Identifier: Apache-2.0

package import GallerySystem

/// The system calls, with the errors of this module.
typealias SystemCalls = GallerySystem.SystemCalls<ImagingError>

extension ImagingError: SystemFailure {
  /// Creates the error for a failed call of the operating system.
  package init(_ failure: SystemError) {
    self = .io(operation: failure.call, errno: failure.number)
  }
}
