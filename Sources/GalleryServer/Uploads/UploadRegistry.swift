// SPDX-License-Identifier: Apache-2.0

import PageStorage
import Synchronization

/// The uploads of all clients of a server.
///
/// They live in the memory of the server; the store removes their bytes when the process ends.
final class UploadRegistry: Sendable {
  private struct State {
    var ledger: UploadLedger
    var isWatching = false
  }

  private let state: Mutex<State>
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Duration

  init(limits: UploadLimits, clock: any Clock<Duration>) {
    state = Mutex(State(ledger: UploadLedger(limits: limits)))
    self.clock = clock
    now = clock.elapsed()
  }

  /// The waiting uploads of all clients, including those that are being received.
  var usage: UploadUsage { state.withLock(\.ledger.usage) }

  /// Returns an upload, `nil` if there is none.
  func upload(_ key: Upload.Key) -> Upload? {
    let now = now()
    return state.withLock { $0.ledger.upload(key, at: now) }
  }

  /// Takes a part of a client's quota for an upload that is about to arrive.
  func reserve(byteCount: Int, for client: ClientID) throws(Problem) -> UploadReservation {
    let usage = UploadUsage(byteCount: byteCount, fileCount: 1)
    try take(usage, of: client)
    return UploadReservation(usage, of: client, in: self)
  }

  func take(_ usage: UploadUsage, of client: ClientID) throws(Problem) {
    try state.withLock { (state) throws(Problem) in try state.ledger.take(usage, of: client) }
  }

  func free(_ usage: UploadUsage, of client: ClientID) {
    state.withLock { $0.ledger.free(usage, of: client) }
  }

  /// Adds a received page.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - key: The client and its UUID.
  ///   - reservation: Its part of the quota, which passes to the upload if it is added.
  /// - Returns: The upload that has the UUID: this one, or one that arrived before.
  func add(
    _ page: StagedPage, as key: Upload.Key, _ reservation: UploadReservation
  ) -> Upload {
    let now = now()
    let upload = state.withLock { $0.ledger.add(page, as: key, at: now) }
    if upload.page === page {
      reservation.pass()
      watch()
    }
    return upload
  }

  /// Removes an upload.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `Problem` if a change with it is in progress.
  func remove(_ key: Upload.Key) throws(Problem) -> Bool {
    let now = now()
    return try state.withLock { (state) throws(Problem) in
      guard let upload = state.ledger.upload(key, at: now) else { return false }
      guard upload.state != .inUse else { throw .uploadInUse(key.id) }
      state.ledger.remove(key)
      return true
    }
  }

  /// Takes waiting uploads for a change, which has to be ended.
  func claim(_ ids: [UploadID], of client: ClientID) throws(Problem) -> UploadClaim {
    let now = now()
    let pages = try state.withLock { (state) throws(Problem) in
      try state.ledger.claim(ids, of: client, at: now)
    }
    return UploadClaim(pages: pages, client: client, registry: self)
  }

  func settle(_ ids: [UploadID], of client: ClientID, in document: DocumentID?) {
    state.withLock { $0.ledger.settle(ids, of: client, in: document) }
  }
}

// MARK: - Expiry

extension UploadRegistry {
  /// Removes uploads when they expire, as long as there are any.
  private func watch() {
    let isNew = state.withLock { state in
      defer { state.isWatching = true }
      return !state.isWatching
    }
    guard isNew else { return }
    let clock = clock
    Task { [weak self] in
      while let time = self?.timeToNextExpiry() {
        guard (try? await clock.sleep(for: time)) != nil else { return }
      }
    }
  }

  /// Removes what has expired, and returns the time to the next expiry, `nil` without uploads.
  private func timeToNextExpiry() -> Duration? {
    let now = now()
    return state.withLock { state in
      state.ledger.removeExpired(at: now)
      state.isWatching = state.ledger.nextExpiry != nil
      // An upload that has expired in the middle of a change is looked at again soon.
      return state.ledger.nextExpiry.map { max($0 - now, .seconds(1)) }
    }
  }
}
