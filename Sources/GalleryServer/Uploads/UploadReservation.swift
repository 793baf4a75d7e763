// SPDX-License-Identifier: Apache-2.0

import PageStorage
import Synchronization

/// The part of a client's quota that an upload takes while it arrives; it ends with its last reference.
final class UploadReservation: Sendable {
  private let client: ClientID
  private let registry: UploadRegistry
  private let usage: Mutex<UploadUsage>

  init(_ usage: UploadUsage, of client: ClientID, in registry: UploadRegistry) {
    (self.client, self.registry) = (client, registry)
    self.usage = Mutex(usage)
  }

  deinit { registry.free(usage.withLock(\.self), of: client) }

  /// Takes more if an upload of unknown length has grown beyond what is reserved.
  func grow(to byteCount: Int) throws(Problem) {
    try usage.withLock { (usage) throws(Problem) in
      guard byteCount > usage.byteCount else { return }
      try registry.take(UploadUsage(byteCount: byteCount - usage.byteCount), of: client)
      usage.byteCount = byteCount
    }
  }

  /// Passes the part of the quota to the received upload.
  func pass() { usage.withLock { $0 = UploadUsage() } }
}

/// Uploads that a change in progress has taken.
struct UploadClaim: Sendable {
  let pages: [UploadID: StagedPage]
  let client: ClientID
  let registry: UploadRegistry

  /// Ends the change: its uploads are in a document, or wait again.
  func end(in document: DocumentID?) {
    guard !pages.isEmpty else { return }
    registry.settle(Array(pages.keys), of: client, in: document)
  }
}
