// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import Logging
import PageStorage

/// The operations for load balancers and operators.
struct HealthOperations: Sendable {
  /// The free space below which the disk counts as full, in bytes.
  private static let minimumFreeByteCount = 1 << 20

  let store: PageStore
  let state: ServerState
  let originals: OriginalsProbe

  /// Returns why credentials cannot be checked, `nil` if they can.
  let accessFailure: @Sendable () async -> String?

  /// What keeps the sessions of browsers, `nil` without such.
  let sessions: (any SessionIssuing)?

  /// Returns the free space of the disk in bytes, `nil` if it is unknown.
  let freeByteCount: @Sendable () -> Int?

  var operations: [Operation] {
    [
      .open("/health/live", live),
      .open("/health/ready", ready),
      .open("/version", version),
    ]
  }

  @Sendable private func live(_ call: Call) async throws -> Response {
    try .json(["status": "live"])
  }

  /// The readiness of a server.
  struct Readiness: Encodable {
    var status = "ready"
    var isReadOnly: Bool
    var areOriginalsAvailable: Bool
  }

  @Sendable private func ready(_ call: Call) async throws -> Response {
    guard !state.isDraining else { throw Problem(.draining, "The server is shutting down.") }
    var isReadOnly = store.configuration.access != .readWrite
    do {
      _ = try await store.version()
    } catch {
      call.logger.error("the store cannot be read: \(error)")
      throw Problem(.unavailable, "The store cannot be read.")
    }
    let isOnStandby = await store.readsFromStandby()
    if isOnStandby {
      call.logger.notice("the database that takes changes is away; a standby is read")
    }
    if let reason = await accessFailure() { throw Problem(.unavailable, reason) }
    if isOnStandby { isReadOnly = true }
    if !isReadOnly { isReadOnly = try await !takesChanges(call) }
    if !isReadOnly { try await checkSessions(call) }
    if !isReadOnly, let free = freeByteCount(), free < Self.minimumFreeByteCount {
      let least = Self.minimumFreeByteCount >> 20
      throw Problem(
        .unavailable, "Less than \(least) MiB of the disk are free: changes may soon be refused.",
        facts: ["found": free, "limit": Self.minimumFreeByteCount])
    }
    return try .json(
      Readiness(
        isReadOnly: isReadOnly,
        areOriginalsAvailable: await originals.areAvailable(call.logger)))
  }

  /// Returns whether the store takes changes; `false` for a database that takes none now, as a standby.
  ///
  /// - Throws: `Problem` if it ought to take them.
  private func takesChanges(_ call: Call) async throws(Problem) -> Bool {
    do throws(PageStoreError) {
      try await store.checkIsWritable()
      return true
    } catch {
      if error == .readOnly, store.hasSharedOriginals {
        call.logger.notice("the database takes no changes; it is read")
        return false
      }
      call.logger.error("the store takes no changes: \(error)")
      throw Problem(.unavailable, Self.reason(of: error))
    }
  }

  /// Requires that browsers can sign in to a store that takes changes.
  private func checkSessions(_ call: Call) async throws(Problem) {
    guard let error = await sessions?.refusal() else { return }
    call.logger.error("\(error)")
    throw Problem(
      .unavailable, "Sessions cannot be stored, so that nobody can sign in: see the log.")
  }

  private static func reason(of error: PageStoreError) -> String {
    switch error {
    case .readOnly: "The file system of the store became read-only: changes are refused."
    case .moved: "The store was moved, removed or replaced: changes are refused."
    case .unreachable: "A server of the store cannot be reached."
    case .unfitLocation: "A server of the store refuses changes: see the log."
    default: "The store cannot be changed."
    }
  }

  @Sendable private func version(_ call: Call) async throws -> Response {
    try .json(["name": "page-gallery", "version": GalleryServerVersion.text])
  }
}

/// The version of the server.
enum GalleryServerVersion {
  static let text = "0.1.0"
}
