// SPDX-License-Identifier: Apache-2.0

package import PageImaging

/// What decoding an image tells about its damage.
package enum ImageDamage {
  /// The words for an image that is shown with what there is of it.
  package static let partial = "Parts of the image are damaged."

  /// Returns the words for an image that cannot be shown at all.
  ///
  /// - Parameter error: Why it could not be decoded.
  /// - Returns: `nil` if that is not the image's fault: it costs more than is allowed here, or the machine
  ///   failed.
  package static func message(of error: ImagingError) -> String? {
    switch error {
    case .limitExceeded, .outOfMemory, .io, .cancelled, .notRegularFile: nil
    default: error.description
    }
  }
}
