// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import Crypto
  import FoundationEssentials
  import NIOHTTP1

  /// The header of the SHA-256 of an object, in Base64.
  ///
  /// Amazon's service compares it, keeps it with the object and answers with it; Ceph ignores it.
  private let checksumHeader = "x-amz-checksum-sha256"

  extension SignedRequest {
    /// Adds the checksums of a body.
    ///
    /// All services compare the one that is signed; some compare Content-MD5 or the SHA-256 of the object.
    ///
    /// - Parameter body: The body.
    /// - Returns: The SHA-256 in Base64.
    mutating func addChecksums(of body: [UInt8]) -> String {
      let digest = SHA256.hash(data: body)
      let checksum = Data(digest).base64EncodedString()
      bodyDigest = digest.hexadecimal
      headers += [
        ("content-md5", Data(Insecure.MD5.hash(data: body)).base64EncodedString()),
        (checksumHeader, checksum),
      ]
      return checksum
    }
  }

  extension ObjectStore.Answer {
    /// Compares the checksum that the service has computed, if it answers with one.
    ///
    /// - Throws: `ObjectStoreError.wrongChecksum`.
    func check(_ expected: String, of key: String) throws(ObjectStoreError) {
      guard let found = headers.first(name: checksumHeader), found != expected else { return }
      throw .wrongChecksum(key: key)
    }
  }
#endif
