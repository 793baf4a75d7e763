// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The reason why an edit of a ``Gallery`` had no effect.
///
/// The pages are unchanged.
public enum GalleryEditError: Error, Hashable, Sendable {
  /// The request was invalid when it was made.
  case rejected(UpdateError)

  /// The source failed to apply the change, with this error.
  case source(PageSourceError)

  /// The pages of the source differ from the result of the change; the gallery adopted them.
  case sourceInconsistent

  /// The edit refers to a page whose insertion failed or was cancelled.
  case dependencyFailed

  /// The edit was cancelled before the pages changed, or the task that requested it was cancelled.
  case cancelled

  /// The gallery is closed.
  case closed
}

extension GalleryEditError: CustomStringConvertible {
  /// The error as one English sentence.
  public var description: String {
    switch self {
    case .rejected(let error): "The edit was rejected: \(error)"
    case .source(let error): "The owner of the pages could not commit the change: \(error)"
    case .sourceInconsistent: "The owner of the pages has different pages than expected."
    case .dependencyFailed: "The edit refers to a page whose insertion failed."
    case .cancelled: "The edit was cancelled."
    case .closed: "The gallery is closed."
    }
  }
}
