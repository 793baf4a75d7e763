// SPDX-License-Identifier: Apache-2.0

import PageStorage

/// The uploads of all clients and what they take of their quotas, as a value without a clock.
///
/// A waiting upload is removed when it expires. A committed one is kept until then as well, without its
/// bytes, so that its client can learn what became of it; there are at most ``committedLimit`` of them.
struct UploadLedger: Sendable {
  /// The maximum number of committed uploads that are kept.
  static let committedLimit = 10_000

  let limits: UploadLimits
  private(set) var uploads: [Upload.Key: Upload] = [:]
  private var usages: [ClientID: UploadUsage] = [:]
  private var committed: [Upload.Key] = []

  init(limits: UploadLimits) { self.limits = limits }

  /// Returns the usage of a client.
  func usage(of client: ClientID) -> UploadUsage { usages[client] ?? UploadUsage() }

  /// The usage of all clients.
  var usage: UploadUsage {
    usages.values.reduce(into: UploadUsage()) { total, usage in total += usage }
  }

  /// Returns an upload that has not expired.
  func upload(_ key: Upload.Key, at now: Duration) -> Upload? {
    uploads[key].flatMap { $0.expiry > now || $0.state == .inUse ? $0 : nil }
  }

  /// The time at which the next upload expires, `nil` if there is none.
  var nextExpiry: Duration? { uploads.values.map(\.expiry).min() }

  /// Removes what has expired, unless a change with it is in progress.
  mutating func removeExpired(at now: Duration) {
    for (key, upload) in uploads where upload.expiry <= now && upload.state != .inUse {
      remove(key)
    }
    if uploads.isEmpty { committed = [] }
  }

  /// Removes an upload.
  mutating func remove(_ key: Upload.Key) {
    guard let upload = uploads.removeValue(forKey: key) else { return }
    guard upload.state == .waiting else { return }
    upload.page.discard()
    free(upload.usage, of: key.client)
  }
}

// MARK: - Quotas

extension UploadLedger {
  /// Takes a part of a client's quota.
  ///
  /// - Throws: `Problem` if it exceeds the quota; nothing is taken then.
  mutating func take(_ usage: UploadUsage, of client: ClientID) throws(Problem) {
    var total = self.usage(of: client)
    total += usage
    guard total.fileCount <= limits.maximumFileCount else {
      throw .tooManyUploads("files", found: total.fileCount, limit: limits.maximumFileCount)
    }
    guard total.byteCount <= limits.maximumByteCount else {
      throw .tooManyUploads("bytes", found: total.byteCount, limit: limits.maximumByteCount)
    }
    usages[client] = total
  }

  /// Gives a part of a client's quota back.
  mutating func free(_ usage: UploadUsage, of client: ClientID) {
    var total = self.usage(of: client)
    total -= usage
    usages[client] = total == UploadUsage() ? nil : total
  }
}

// MARK: - Uploads

extension UploadLedger {
  /// Adds a received page, whose part of the quota was taken.
  ///
  /// - Returns: The upload that has the UUID: this one, or one that arrived before.
  mutating func add(_ page: StagedPage, as key: Upload.Key, at now: Duration) -> Upload {
    if let known = upload(key, at: now) { return known }
    remove(key)
    let upload = Upload(id: key.id, page: page, expiry: now + limits.lifetime)
    uploads[key] = upload
    return upload
  }

  /// Takes waiting uploads for a change.
  ///
  /// - Returns: Their pages.
  /// - Throws: `Problem` if one does not exist, is in a document, or is taken; nothing is taken then.
  mutating func claim(
    _ ids: [UploadID], of client: ClientID, at now: Duration
  ) throws(Problem) -> [UploadID: StagedPage] {
    var pages: [UploadID: StagedPage] = [:]
    var missing: [UploadID] = []
    for id in ids {
      let upload = upload(Upload.Key(client: client, id: id), at: now)
      guard let upload else {
        missing.append(id)
        continue
      }
      switch upload.state {
      case .waiting: pages[id] = upload.page
      case .inUse: throw .uploadInUse(id)
      case .committed(let document): throw .usedUpload(id, document, upload.page.id)
      }
    }
    guard missing.isEmpty else { throw .unknownUploads(missing) }
    for id in ids { uploads[Upload.Key(client: client, id: id)]?.state = .inUse }
    return pages
  }

  /// Ends a change.
  ///
  /// - Parameters:
  ///   - ids: The uploads that it took.
  ///   - client: Their client.
  ///   - document: The document that they are in, `nil` if the change failed.
  mutating func settle(_ ids: [UploadID], of client: ClientID, in document: DocumentID?) {
    for id in ids {
      let key = Upload.Key(client: client, id: id)
      guard let upload = uploads[key] else { continue }
      uploads[key]?.state = document.map { .committed($0) } ?? .waiting
      guard document != nil else { continue }
      free(upload.usage, of: client)
      committed.append(key)
    }
    while committed.count > Self.committedLimit { forgetFirst() }
  }

  private mutating func forgetFirst() {
    let key = committed.removeFirst()
    if case .committed = uploads[key]?.state { uploads[key] = nil }
  }
}

extension Upload {
  /// The part of the quota that it takes while it waits.
  var usage: UploadUsage { UploadUsage(byteCount: page.byteCount, fileCount: 1) }
}
