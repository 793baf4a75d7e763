// SPDX-License-Identifier: Apache-2.0

import PageStorage
import Testing

@testable import GalleryServer

struct ContentDigestFieldTests {
  private static let empty = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
  private static let zero = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="

  @Test(arguments: [
    "sha-256=:\(empty):", " sha-256=:\(empty):\t", "md5=:AA==:, sha-256=:\(empty):",
    "sha-256=:\(zero):,sha-256=:\(empty):", "sha-256=:\(empty):, *x_1.-=::",
  ])
  func findsTheDigest(field: String) throws {
    let digest = try #require(try ContentDigestField.sha256(in: field))
    #expect(
      digest.description.hasPrefix("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b"))
  }

  @Test(arguments: ["sha-512=:AAAA:", "md5=:AA==:,unixsum=:AA==:"])
  func ignoresOtherAlgorithms(field: String) throws {
    #expect(try ContentDigestField.sha256(in: field) == nil)
  }

  @Test(arguments: [
    "", ",", "sha-256", "sha-256=", "sha-256=:", "sha-256=::", "sha-256=\(empty)", "=:AAAA:",
    "sha-256=:\(empty)", "sha-256=:\(empty):x", "sha-256=:AAAA:", "SHA-256=:\(empty):",
    "sha-256=:\(empty):,", "sha-256 =:\(empty):", "sha-256=:\(empty.dropLast()):", "1a=:AAAA:",
    "sha-256=:\(empty):;p=1", "md5=:A:", "md5=:*:", "md5=1",
  ])
  func rejectsOtherText(field: String) {
    #expect(throws: Problem.self) { try ContentDigestField.sha256(in: field) }
  }
}
