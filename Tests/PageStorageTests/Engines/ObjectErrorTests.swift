// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import ObjectStorage
  import Testing

  @testable import PageStorage

  /// Errors of an object store as those of a page store.
  struct ObjectErrorTests {
    @Test func aWrongChecksumIsDamageOfItsOriginal() throws {
      let digest = TestOriginal(1).digest
      let key = ObjectBlobs.key(digest.description)
      #expect(
        ObjectBlobs.storeError(.wrongChecksum(key: key)) == .corrupted(.original(digest)))
      guard case .unreachable = ObjectBlobs.storeError(.wrongChecksum(key: "blobs/other")) else {
        Issue.record("it names an original")
        return
      }
    }
  }
#endif
