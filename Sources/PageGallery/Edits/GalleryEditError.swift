// SPDX-License-Identifier: Apache-2.0

public import GalleryModel

/// The reason why an edit of a ``Gallery`` was not made.
///
/// The pages are as if it had never been asked for.
public enum GalleryEditError: Error, Hashable, Sendable {
  /// The edit was refused when it came.
  case rejected(UpdateError)

  /// The source could not make the change; this is its error.
  case source(PageSourceError)

  /// The source had other pages than those that the change leads to, and they were taken over.
  case sourceInconsistent

  /// The edit speaks of a page whose insertion failed or was taken back.
  case dependencyFailed

  /// The edit was taken back before the pages changed, or the task that asked for it was cancelled.
  case cancelled

  /// The gallery is closed.
  case closed
}

extension GalleryEditError: CustomStringConvertible {
  /// One sentence in plain English.
  public var description: String {
    switch self {
    case .rejected(let error): "The edit was refused: \(error)"
    case .source(let error): "The owner of the pages could not make the change: \(error)"
    case .sourceInconsistent: "The owner of the pages had other pages than expected."
    case .dependencyFailed: "The edit speaks of a page that was not inserted."
    case .cancelled: "The edit was taken back."
    case .closed: "The gallery is closed."
    }
  }
}
