// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageStorage
import Testing

@testable import GalleryServer

/// Files of tokens that change while a server uses them.
struct TokenReplacementTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = TestFiles.folder
      .appendingPathComponent("token-replacement-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  @Test func aNewFileReplacesTheOpenOne() throws {
    try withFolder { folder in
      let open = AccessDatabase(store: folder)
      let old = try open.addToken(TokenGrant(scope: .read), at: Date()).record
      #expect(try open.tokens().map(\.digest.bytes) == [old.digest.bytes])
      try FileManager.default.moveItem(atPath: open.path, toPath: open.path + ".old")
      // As long as there is no file, nobody gets in who did not before.
      #expect(try open.tokens().map(\.digest.bytes) == [old.digest.bytes])
      let new = try AccessDatabase(store: folder).addToken(TokenGrant(scope: .read), at: Date())
      #expect(try open.tokens().map(\.digest.bytes) == [new.record.digest.bytes])
    }
  }
}
