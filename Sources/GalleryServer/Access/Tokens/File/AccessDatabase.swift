// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// The tokens of a store and the sessions of browsers, in a database beside the catalog.
///
/// Several processes may use it: each sees the changes of the others at once; thumbnails in memory, and
/// streams that are open, see them after 10 milliseconds. A backup of the store does
/// not contain it, so that restoring one neither revives a revoked token nor opens a copy.
public final class AccessDatabase: Sendable {
  /// The name of the file in the folder of the store.
  public static let fileName = "access.sqlite"

  /// The path of the file.
  public let path: String

  /// The time for which a change waits for other processes.
  static let lockTimeout = Duration.seconds(5)
  private static let lockInterval = Duration.milliseconds(5)

  private struct State {
    var connections: AccessConnections?
    var version: Int64?
    var snapshot = AccessSnapshot()
    /// A time at which the snapshot was the present one.
    var time: ContinuousClock.Instant?

    /// Returns the connections, to the file that is there now; `nil` if there never was one.
    mutating func connect(_ path: String, makesFile: Bool) throws -> AccessConnections? {
      if connections?.isReplaced == true { (connections, version) = (nil, nil) }
      if connections == nil {
        connections = try AccessConnections(path: path, makesFile: makesFile)
      }
      return connections
    }

    /// Reads the tokens, if a process has changed them since.
    mutating func update(_ path: String) throws {
      let begin = ContinuousClock.now
      if let connections = try connect(path, makesFile: false) {
        let present = try connections.version()
        if present != version { snapshot = try connections.read(AccessRows.snapshot) }
        version = present
      }
      time = begin
    }
  }

  private let state = Mutex(State())

  /// Creates the access to the tokens of a store; nothing is opened yet.
  ///
  /// - Parameter store: The path of the store's folder.
  public init(store: String) { path = store + "/" + Self.fileName }

  /// Returns all tokens in the order in which they were added, also revoked and expired ones.
  ///
  /// - Returns: The tokens; none if there is no file.
  /// - Throws: `AccessDatabaseError`.
  public func tokens() throws(AccessDatabaseError) -> [TokenRecord] { try snapshot().tokens }

  /// Adds a token, and creates the file if it is missing.
  ///
  /// - Parameters:
  ///   - grant: The permissions.
  ///   - date: The present time.
  /// - Returns: The token, whose text is not stored, and its record.
  /// - Throws: `AccessDatabaseError`.
  public func addToken(
    _ grant: TokenGrant, at date: Date
  ) throws(AccessDatabaseError) -> (token: AccessToken, record: TokenRecord) {
    let token = AccessToken()
    let record = try write(makesFile: true) { db in
      try AccessRows.insert(token.secret.digest, grant, at: date, in: db)
    }
    guard let record else { throw .failed(path: path, reason: "the file was removed") }
    return (token, record)
  }

  /// Revokes a token, and ends its sessions.
  ///
  /// - Parameters:
  ///   - id: The number of the token.
  ///   - date: The present time.
  /// - Returns: The token, `nil` if there is none.
  /// - Throws: `AccessDatabaseError`.
  public func revokeToken(
    _ id: Int64, at date: Date
  ) throws(AccessDatabaseError) -> TokenRecord? {
    try write { db in try AccessRows.revoke(id, at: date, in: db) } ?? nil
  }

  /// Returns the present tokens and sessions; waits while another process writes them.
  func snapshot() throws(AccessDatabaseError) -> AccessSnapshot {
    try waiting { try readSnapshot() }
  }

  /// Returns the present tokens and sessions; waits while another process writes them, without a thread.
  package func presentSnapshot() async throws(AccessDatabaseError) -> AccessSnapshot {
    let end = ContinuousClock.now + Self.lockTimeout
    while true {
      // The last attempt follows the end: a busy machine may have let this one wait for long.
      let isLast = .now >= end || Task.isCancelled
      if let snapshot = try attempt(readSnapshot) { return snapshot }
      guard !isLast else { throw locked }
      try? await Task.sleep(for: Self.lockInterval)
    }
  }

  /// The age of tokens with which requests are decided without looking at the file.
  private static let recentAge = Duration.milliseconds(10)

  package func recentSnapshot() -> AccessSnapshot? {
    recentSnapshot(maximumAge: Self.recentAge)
  }

  /// Returns the tokens and sessions as they were at most some time ago, without waiting for anything.
  ///
  /// - Parameter maximumAge: The age from which on they are compared with the file, and read again if another
  ///   process has changed them. A change of this process is known at once.
  /// - Returns: The tokens, `nil` if another thread or process uses the file now, or if it cannot be read.
  func recentSnapshot(maximumAge: Duration) -> AccessSnapshot? {
    try? state.withLockIfAvailable { state in
      if let time = state.time, .now - time < maximumAge { return state.snapshot }
      try state.update(path)
      return state.snapshot
    }
  }

  private func readSnapshot() throws -> AccessSnapshot {
    try state.withLock { state in
      try state.update(path)
      return state.snapshot
    }
  }

  /// Makes a change in a transaction; `nil` if there is no file.
  @discardableResult
  func write<Result>(
    makesFile: Bool = false, _ body: (Database) throws -> Result
  ) throws(AccessDatabaseError) -> Result? {
    defer { state.withLock { $0.time = nil } }
    return try waiting {
      // The lock is not held during the commit, so that requests are checked meanwhile.
      let connections = try state.withLock { try $0.connect(path, makesFile: makesFile) }
      return try connections?.write(body)
    }
  }
}

// MARK: - Changes of a server

extension AccessDatabase: AccessStorage {
  package func copyToken(
    _ token: TokenRecord
  ) throws(AccessDatabaseError) -> TokenCopyOutcome {
    let outcome = try write(makesFile: true) { db in try AccessRows.copy(token, in: db) }
    guard let outcome else { throw .failed(path: path, reason: "the file was removed") }
    return outcome
  }

  package func noteUse(of id: Int64, at date: Date) async throws(AccessDatabaseError) {
    try await writeInBackground { db in try AccessRows.noteUse(of: id, at: date, in: db) }
  }

  package func insert(_ session: BrowserSession, at date: Date) async throws(AccessDatabaseError) {
    try await writeInBackground { db in try AccessRows.insert(session, at: date, in: db) }
  }

  package func removeSession(_ digest: SecretDigest) async throws(AccessDatabaseError) {
    try await writeInBackground { db in try AccessRows.removeSession(digest, in: db) }
  }

  /// The thread of changes: they wait for the disk and for other processes, on which no request may wait as well.
  private static let queue = DispatchQueue(label: "GalleryServer.access", qos: .userInitiated)

  private func writeInBackground(
    _ body: @escaping @Sendable (Database) throws -> Void
  ) async throws(AccessDatabaseError) {
    let result: Result<Void, AccessDatabaseError> = await withCheckedContinuation { continuation in
      Self.queue.async { [self] in
        continuation.resume(
          returning: Result { () throws(AccessDatabaseError) in _ = try write(body) })
      }
    }
    try result.get()
  }

  /// Does nothing: the file is closed with the last reference.
  package func close() {}
}

// MARK: - Locks of other processes

extension AccessDatabase {
  private var locked: AccessDatabaseError {
    .failed(path: path, reason: "another process has locked the file")
  }

  /// Uses the file, as soon as no other process has locked it.
  private func waiting<Result>(_ body: () throws -> Result) throws(AccessDatabaseError) -> Result {
    let end = ContinuousClock.now + Self.lockTimeout
    while true {
      let isLast = .now >= end
      if let result = try attempt(body) { return result }
      guard !isLast else { throw locked }
      usleep(UInt32(Self.lockInterval / .microseconds(1)))
    }
  }

  /// Uses the file; `nil` if another process has locked it.
  private func attempt<Result>(_ body: () throws -> Result) throws(AccessDatabaseError) -> Result? {
    do {
      return try body()
    } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
      return nil
    } catch {
      throw AccessConnections.convert(error, path)
    }
  }
}
