// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import HTTPTypes
import PageStorage

extension Problem {
  /// The client has too many uploads that wait to be added to a document.
  static func tooManyUploads(_ unit: String, found: Int, limit: Int) -> Self {
    Self(
      .tooManyUploads, "The uploads of this client would have \(found) \(unit); \(limit) may wait.",
      facts: ["found": found, "limit": limit, "exceeded": unit], headers: [.retryAfter: "60"])
  }

  /// Uploads of a change do not exist.
  static func unknownUploads(_ ids: [UploadID]) -> Self {
    Self(
      .unknownUpload, "There are no uploads \(ids.map(\.description).joined(separator: ", ")).",
      facts: ["uploads": ids.map(\.description)])
  }

  /// An upload of a change was added to a document already.
  static func usedUpload(_ id: UploadID, _ document: DocumentID, _ page: PageID) -> Self {
    Self(
      .usedUpload, "The upload \(id) was added to document \(document.rawValue) already.",
      facts: ["uploads": [id.description], "document": document.rawValue, "page": page.rawValue])
  }

  /// Another change with the upload is in progress.
  static func uploadInUse(_ id: UploadID) -> Self {
    Self(
      .uploadInUse, "A change with the upload \(id) is in progress.",
      facts: ["uploads": [id.description]], headers: [.retryAfter: "1"])
  }

  /// The UUID is that of an upload with other bytes.
  static func uploadConflict(_ id: UploadID) -> Self {
    Self(.uploadConflict, "The upload \(id) has other bytes.")
  }
}
