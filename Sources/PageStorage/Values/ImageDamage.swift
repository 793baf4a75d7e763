// SPDX-License-Identifier: Apache-2.0

package import PageImaging

/// Messages for damage found while decoding an image.
package enum ImageDamage {
  /// The message for an image that is shown in part.
  package static let partial = "Parts of the image are damaged."

  /// Returns the message for an image that cannot be shown at all.
  ///
  /// - Parameter error: The decoding error.
  /// - Returns: `nil` if the image is not at fault: decoding exceeds the limits, or the system
  ///   failed.
  package static func message(of error: ImagingError) -> String? {
    switch error {
    case .limitExceeded, .outOfMemory, .io, .cancelled, .notRegularFile: nil
    // Too large for the format of a thumbnail.
    case .invalidSize(let width, let height, offset: 0) where width > 0 && height > 0: nil
    default: error.description
    }
  }
}
