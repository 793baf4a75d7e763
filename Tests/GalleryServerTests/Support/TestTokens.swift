// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import HTTPTypes
import Logging
import PageStorage
import Synchronization

@testable import GalleryServer

/// Tokens in a folder of their own, with clocks that the test moves.
final class TestTokens: Sendable {
  let folder: String
  let database: AccessDatabase
  let clock = ManualClock()
  private let date = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

  init() throws {
    folder =
      TestFiles.folder
      .appendingPathComponent("gallery-server-tokens-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    database = AccessDatabase(store: folder)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  var now: Date { date.withLock(\.self) }

  func advance(by seconds: Double) {
    date.withLock { $0 += seconds }
    clock.set(to: clock.now.offset + .seconds(seconds))
  }

  func authorizer(isOpenWithoutTokens: Bool = true) -> TokenAuthorizer {
    TokenAuthorizer(
      storage: database, isOpenWithoutTokens: isOpenWithoutTokens,
      logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }, clock: clock,
      now: { self.now })
  }

  /// Adds a token, and returns its text.
  func add(
    _ scope: AccessScope = .read, document: Int64? = nil, expiresAfter seconds: Double? = nil
  ) throws -> String {
    try database.addToken(
      TokenGrant(
        label: "test", scope: scope, document: document.map { DocumentID($0) },
        expires: seconds.map { now + $0 }), at: now
    ).token.text
  }

  /// The field of a token.
  static func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

  /// Starts a session, and returns the field of its cookie.
  func cookie(_ token: String, isSecure: Bool = false) async throws -> HTTPFields {
    let session = try await authorizer().startSession(token, from: nil)
    return [.cookie: "\(SessionCookie(isSecure: isSecure).name)=\(session.secret.text)"]
  }
}
