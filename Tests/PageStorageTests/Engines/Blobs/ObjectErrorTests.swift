// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import ObjectStorage
  import Testing

  @testable import PageStorage

  /// Errors of an object store as those of a page store.
  struct ObjectErrorTests {
    private static let digest = TestOriginal(1).digest
    private static let key = ObjectBlobs.key(digest.description)

    static let cases: [(ObjectStoreError, PageStoreError)] = [
      (.busy, .unreachable(reason: "the object store is overloaded")),
      (.refused(status: 403, code: "QuotaExceeded"), .full(operation: "put an original")),
      (
        .refused(status: 403, code: "AccessDenied"),
        .unfitLocation(
          reason:
            "the object store denies access with 403 AccessDenied: check the credentials and their rights"
        )
      ),
      (
        .refused(status: 404, code: "NoSuchBucket"),
        .unfitLocation(reason: "the object store has no such bucket")
      ),
      (
        .refused(status: 500, code: "InternalError"),
        .unreachable(reason: "the object store refused a request with 500 InternalError")
      ),
      (.unreachable("down"), .unreachable(reason: "the object store: down")),
      (.unexpectedResponse("odd"), .unreachable(reason: "the object store: odd")),
      (.noCredentials("ended"), .unreachable(reason: "the object store: ended")),
      (.cancelled, .cancelled),
      (
        .tooLong(key: "/b/\(key)", limit: 7),
        .limitExceeded(.pageByteCount, found: 8, allowed: 7)
      ),
      (.wrongChecksum(key: key), .corrupted(.original(digest))),
      (
        .wrongChecksum(key: "blobs/other"),
        .unreachable(reason: "the object store has stored other bytes as blobs/other")
      ),
    ]

    @Test(arguments: cases.indices)
    func errorsAreThoseOfAStore(index: Int) {
      let (error, expected) = Self.cases[index]
      #expect(ObjectBlobs.storeError(error) == expected)
    }
  }
#endif
