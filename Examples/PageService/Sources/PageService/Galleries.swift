// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import PageGallery
import ServiceLifecycle

/// The galleries of the clients, each with its own position in a document.
///
/// A gallery that is idle for a while is closed.
actor Galleries: Service {
  /// A gallery and its source: bytes are staged in the source and inserted by the gallery.
  struct ClientSession: Sendable {
    let gallery: Gallery
    let source: StoredDocument
    fileprivate var userCount = 0
    fileprivate var lastUse = ContinuousClock.now
  }

  private let store: PageStore
  private let limit: Int
  private let idleTimeout: Duration
  private var sessions: [String: ClientSession] = [:]
  private var openingCount = 0
  private var isClosed = false

  init(in store: PageStore, limit: Int = 1000, idleTimeout: Duration = .seconds(300)) {
    self.store = store
    self.limit = limit
    self.idleTimeout = idleTimeout
  }

  /// Opens a gallery, and returns its ID: a random value, known only to its client.
  func open(_ document: DocumentID, at bookmark: GalleryBookmark) async throws -> String {
    guard !isClosed, sessions.count + openingCount < limit else {
      throw HTTPError(.serviceUnavailable, message: "No more galleries can be opened now.")
    }
    openingCount += 1
    defer { openingCount -= 1 }
    let source = StoredDocument(document, in: store)
    let gallery = try await Gallery(restoring: bookmark, of: source)
    guard !isClosed else {
      await gallery.close()
      throw HTTPError(.serviceUnavailable, message: "The service ends.")
    }
    let name = UUID().uuidString
    sessions[name] = ClientSession(gallery: gallery, source: source)
    return name
  }

  /// Calls a gallery, and keeps it open meanwhile.
  nonisolated func use<Result: Sendable>(
    _ name: String, _ body: (ClientSession) async throws -> Result
  ) async throws -> Result {
    let session = try await enter(name)
    do {
      let result = try await body(session)
      await leave(name)
      return result
    } catch {
      await leave(name)
      throw error
    }
  }

  func close(_ name: String) async throws {
    guard let session = sessions.removeValue(forKey: name) else { throw HTTPError(.notFound) }
    await session.gallery.close()
  }

  /// Closes idle galleries until the service shuts down, and then all galleries.
  func run() async throws {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: self.idleTimeout / 5)
        await self.evict()
      }
    }
    isClosed = true
    for name in sessions.keys { try? await close(name) }
  }

  private func enter(_ name: String) throws -> ClientSession {
    guard let session = sessions[name] else {
      throw HTTPError(.notFound, message: "There is no such gallery; open another one.")
    }
    sessions[name]?.userCount += 1
    return session
  }

  private func leave(_ name: String) {
    sessions[name]?.userCount -= 1
    sessions[name]?.lastUse = .now
  }

  private func evict() async {
    let idle = sessions.filter { $0.value.userCount == 0 && $0.value.lastUse + idleTimeout < .now }
    for name in idle.keys { try? await close(name) }
  }
}
