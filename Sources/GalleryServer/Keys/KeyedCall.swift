// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import PageStorage

/// The part of a request with `Idempotency-Key` that makes its edit take effect at most once.
struct KeyedCall: Sendable {
  /// The key, in the scope of the client.
  let key: EditKey

  /// The body, to be read instead of that of the request.
  let body: HashedBody

  private let head: HTTPRequest
  private let bodyLimit: Int
  private let time = Date()

  /// Creates the keyed part of a request.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - client: The client, for which the key is unique.
  ///   - request: The request.
  ///   - bodyLimit: The maximum number of bytes of any body.
  init(_ key: IdempotencyKey, client: String, _ request: Request, bodyLimit: Int) {
    self.key = EditKey(key.text, scope: client)
    body = HashedBody(request.body)
    head = request.head
    self.bodyLimit = bodyLimit
  }

  /// Returns the request for the store: its digest covers method, target, condition, type and body.
  ///
  /// - Throws: `Problem` if the body is too long; the errors of the connection.
  func request() async throws -> KeyedRequest {
    var hash = SHA256()
    let fields = head.headerFields
    let parts = [
      head.method.rawValue, head.path ?? "", fields[.ifMatch] ?? "", fields[.contentType] ?? "",
    ]
    for part in parts { hash.update(data: Array("\(part.utf8.count):\(part)".utf8)) }
    hash.update(data: try await body.digest(readingUpTo: bodyLimit))
    guard let digest = ContentDigest(hash.finalize()) else { throw Problem.internalError }
    return KeyedRequest(key: key, digest: digest, time: time)
  }

  /// Returns the response of an earlier request with the key, `nil` if there is none.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - invite: Called before the body is read, for clients that wait for that.
  ///   - requireAccess: Called when the body was read, which may take long.
  /// - Returns: The response.
  /// - Throws: `PageStoreError.keyReused` if that was another request, the error of `requireAccess`, and
  ///   what reading a receipt can throw.
  func earlierResponse(
    in store: PageStore, inviting invite: () async -> Void,
    requiring requireAccess: () async throws(Problem) -> Void
  ) async throws -> [UInt8]? {
    guard let receipt = try await store.receipt(for: key, at: time) else { return nil }
    await invite()
    let digest = try await request().digest
    try await requireAccess()
    guard digest == receipt.request else { throw PageStoreError.keyReused }
    return receipt.response
  }
}
