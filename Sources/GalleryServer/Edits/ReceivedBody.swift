// SPDX-License-Identifier: Apache-2.0

import Crypto
import Hummingbird
import NIOCore
import PageStorage

/// The bytes of a page that arrive as the body of a request.
///
/// They are passed to the store as they arrive, with backpressure. A body with another digest than its
/// `Content-Digest` is rejected.
struct ReceivedBody: Sendable {
  let call: Call
  let store: PageStore

  /// The maximum number of bytes of a page.
  let limit: Int

  /// The treatment of an image that cannot be read.
  ///
  /// What does not begin like an image is always rejected.
  var policy = UnreadablePagePolicy.refuse

  /// Called with the number of bytes so far before they are stored; what it throws rejects the body.
  var admit: @Sendable (_ byteCount: Int) throws -> Void = { _ in }

  init(call: Call, store: PageStore, limit: Int) {
    (self.call, self.store, self.limit) = (call, store, limit)
  }

  /// Returns the announced length, `nil` if it is unknown.
  ///
  /// - Throws: `Problem` if it exceeds the limit.
  func length() throws(Problem) -> Int? {
    let length = try call.contentLength()
    if let length, length > limit { throw Problem.tooLarge(found: length, limit: limit) }
    return length
  }

  /// Receives the page.
  ///
  /// Its file name is that in `Content-Disposition`.
  ///
  /// - Throws: `Problem` for a body that is announced or turns out to be too long, and for a client
  ///   without access at its end; the errors of `PageStore.stage(_:unreadable:)`.
  func stage() async throws -> StagedPage {
    let length = try length()
    let (digest, fileName) = (try call.contentDigest(), try call.fileName())
    let arrival = BodyArrival(limit: limit, admit: admit)
    let use = await BodyUse(length)
    defer { use.end() }
    let body = CollectedBuffers(
      base: call.request.body.map { buffer in
        use.note(buffer.readableBytes)
        return try arrival.receive(buffer)
      })
    var input = PageInput.stream(body, byteCount: length) { buffer, take in
      try buffer.withUnsafeReadableBytes(take)
    }
    input.digest = digest
    input.metadata.fileName = fileName
    try await call.inviteBody()
    do {
      let page = try await store.stage(input, unreadable: policy)
      try arrival.finish()
      try await call.requireAccess()
      return page
    } catch {
      throw arrival.problem ?? error
    }
  }

  /// Receives the bytes without storing them, and returns their SHA-256.
  ///
  /// - Throws: `Problem` for a body that is too long or incomplete, and for a client without access at its
  ///   end; `PageStoreError.otherDigest`.
  func digest() async throws -> ContentDigest {
    let (length, expected) = (try length(), try call.contentDigest())
    await call.inviteRepeatedBody()
    var hash = SHA256()
    var byteCount = 0
    for try await buffer in call.request.body {
      byteCount += buffer.readableBytes
      guard byteCount <= limit else { throw Problem.tooLarge(found: nil, limit: limit) }
      buffer.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
    }
    guard length.map({ $0 == byteCount }) != false, let found = ContentDigest(hash.finalize())
    else { throw PageStoreError.streamFailed(message: "\(byteCount) bytes arrived") }
    if let expected, expected != found {
      throw PageStoreError.otherDigest(expected: expected, found: found)
    }
    try await call.requireAccess()
    return found
  }
}
