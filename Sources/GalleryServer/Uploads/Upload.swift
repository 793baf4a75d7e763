// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// A received page that waits to be added to a document.
struct Upload: Sendable {
  /// The client and its UUID; other clients do not see the upload.
  struct Key: Hashable, Sendable {
    let client: ClientID
    let id: UploadID
  }

  /// The use of an upload by changes.
  enum State: Hashable, Sendable {
    /// It waits.
    case waiting
    /// A change with it is in progress.
    case inUse
    /// It is in this document.
    case committed(DocumentID)
  }

  let id: UploadID
  let page: StagedPage

  /// The time of its removal, since the start of the server.
  let expiry: Duration

  var state = State.waiting

  /// Whether a change has added it to a document.
  var isCommitted: Bool { if case .committed = state { true } else { false } }
}

/// The waiting uploads of one client, including those that are being received.
struct UploadUsage: Hashable, Sendable {
  var byteCount = 0
  var fileCount = 0

  static func += (total: inout UploadUsage, other: UploadUsage) {
    total.byteCount += other.byteCount
    total.fileCount += other.fileCount
  }

  static func -= (total: inout UploadUsage, other: UploadUsage) {
    total.byteCount -= other.byteCount
    total.fileCount -= other.fileCount
  }
}
