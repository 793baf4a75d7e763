// SPDX-License-Identifier: Apache-2.0

import PageImaging

extension Problem {
  /// One sentence for a person in a browser, where the detail is for programs.
  var words: String {
    switch code {
    case .unsupportedMediaType, .refused: imageWords ?? detail
    case .notFound: "It was deleted, is in the trash, or has never been here."
    case .conflict: "Somebody has changed the document meanwhile. Look at it again."
    case .locked: "Another program is using the documents. Try again in a moment."
    case .busy, .draining: "The server is busy. Try again in a moment."
    case .corrupted: "What was stored is damaged. Everything else can still be read."
    case .methodNotAllowed: "The address or the form is not one of this server."
    case .crossSite: "The form was sent from a page of another server."
    case .streamFailed: "The connection failed before everything arrived. Send it again."
    default: detail
    }
  }

  /// A sentence about an image that was refused, `nil` if there is none.
  private var imageWords: String? {
    switch facts["error"] as? ImagingError {
    case nil, .limitExceeded: nil
    case .emptyInput: "The file is empty."
    default: "This is neither a JPEG nor a PNG image that can be shown."
    }
  }
}
