// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import GalleryTestSupport
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import PageStorage
import Synchronization
import Testing

@testable import GalleryServer

/// The invitations of a store that takes no changes.
struct BodyInvitationTests {
  private static let requests: [(method: HTTPRequest.Method, path: String, type: String)] = [
    (.put, "/api/v1/uploads/0a000000-0000-4000-8000-000000000001", "image/png"),
    (.post, "/api/v1/documents/1/pages", "image/png"), (.put, "/api/v1/pages/1", "image/png"),
    (.post, "/api/v1/documents", "application/json"),
    (.patch, "/api/v1/pages/1", "application/json"),
    (.post, "/d/1/pages", "multipart/form-data; boundary=X"),
  ]

  /// Sends a request that waits for an invitation.
  private static func send(
    _ index: Int, to store: PageStore, body: String = "{}", key: String? = nil
  ) async throws -> (response: Response, invitationCount: Int) {
    let (method, path, type) = requests[index]
    var fields: HTTPFields = [.expect: "100-continue", .contentType: type]
    if let key { fields[.idempotencyKey] = key }
    let request = Request(
      head: HTTPRequest(
        method: method, scheme: "http", authority: "localhost", path: path, headerFields: fields),
      body: RequestBody(buffer: ByteBuffer(string: body)))
    let count = Mutex(0)
    let connection = CurrentConnection(invite: { count.withLock { $0 += 1 } }, catchUp: {})
    let response = try await CurrentConnection.$value.withValue(connection) {
      try await GalleryServer(store: store)
        .respond(to: request, logger: Logger(label: "test"))
    }
    return (response, count.withLock(\.self))
  }

  /// Calls a function with a store that is only read, in which a document was created under a key.
  private static func withReadOnlyStore(_ body: (PageStore) async throws -> Void) async throws {
    let folder = TestFiles.folder.appendingPathComponent("invitation-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let writer = try await PageStore.open(at: folder)
    let created = try await send(3, to: writer, body: #"{"title":"Lease"}"#, key: "key-1")
    #expect(created.response.status == .created && created.invitationCount == 1)
    try await writer.append(.bytes(TestImage.png(1)), to: DocumentID(1))
    await writer.close()
    let store = try await PageStore.open(
      at: folder, configuration: PageStoreConfiguration(access: .readOnly))
    try await body(store)
    await store.close()
  }

  @Test func noBodyIsInvitedThatAReadOnlyStoreRefuses() async throws {
    try await Self.withReadOnlyStore { store in
      for index in Self.requests.indices {
        for key in [nil, "key-2"] {
          let (response, count) = try await Self.send(index, to: store, key: key)
          let isForm = Self.requests[index].path.hasPrefix("/d/")
          #expect(response.status == (isForm && key != nil ? .badRequest : .forbidden))
          #expect(count == 0, "\(Self.requests[index])")
        }
      }
    }
  }

  /// The body tells whether it is the request that was answered before.
  @Test func theBodyOfAnAnsweredRequestIsInvited() async throws {
    try await Self.withReadOnlyStore { store in
      let again = try await Self.send(3, to: store, body: #"{"title":"Lease"}"#, key: "key-1")
      #expect(again.response.status == .created && again.invitationCount == 1)
      #expect(again.response.headers[.idempotentReplay] == "true")
    }
  }

  @Test func noBodyIsInvitedByAStoreThatIsClosed() async throws {
    let folder = TestFiles.folder.appendingPathComponent("invitation-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try await PageStore.open(at: folder)
    await store.close()
    for index in [0, 3] {
      let (response, count) = try await Self.send(index, to: store)
      #expect(response.status == .serviceUnavailable && count == 0)
    }
  }
}
