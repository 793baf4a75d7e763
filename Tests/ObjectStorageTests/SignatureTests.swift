// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Crypto
  import Foundation
  import Testing

  @testable import ObjectStorage

  /// The examples of "Authenticating Requests: Using the Authorization Header" of the S3 API reference.
  @Suite struct SignatureTests {
    private let credentials = ObjectStoreCredentials(
      accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY")
    // 24 May 2013, midnight.
    private let date = Date(timeIntervalSince1970: 1_369_353_600)

    private func request(_ method: String, _ path: String) -> SignedRequest {
      SignedRequest(method: method, host: "examplebucket.s3.amazonaws.com", path: path)
    }

    private func authorization(_ request: SignedRequest) -> String? {
      request.signed(with: credentials, region: "us-east-1", date: date)
        .first { $0.name == "authorization" }?.value
    }

    private func expected(_ names: String, _ signature: String) -> String {
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        + "SignedHeaders=\(names),Signature=\(signature)"
    }

    @Test func partOfAnObject() {
      var request = request("GET", "/test.txt")
      request.headers = [("range", "bytes=0-9")]
      #expect(
        authorization(request)
          == expected(
            "host;range;x-amz-content-sha256;x-amz-date",
            "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"))
    }

    @Test func anObjectThatIsPut() {
      var request = request("PUT", "/test$file.text")
      request.headers = [
        ("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
      ]
      request.bodyDigest = SHA256.hash(data: Array("Welcome to Amazon S3.".utf8)).hexadecimal
      #expect(request.encodedPath == "/test%24file.text")
      #expect(
        authorization(request)
          == expected(
            "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
            "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
    }

    @Test func aParameterWithoutAValue() {
      var request = request("GET", "/")
      request.query = [("lifecycle", "")]
      #expect(
        authorization(request)
          == expected(
            "host;x-amz-content-sha256;x-amz-date",
            "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
    }

    @Test func aListOfObjects() {
      var request = request("GET", "/")
      request.query = [("prefix", "J"), ("max-keys", "2")]
      #expect(
        authorization(request)
          == expected(
            "host;x-amz-content-sha256;x-amz-date",
            "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
    }

    @Test func aSessionTokenIsSignedAndSent() {
      var session = credentials
      session.sessionToken = "token"
      let headers = request("GET", "/").signed(with: session, region: "us-east-1", date: date)
      #expect(headers.contains { $0.name == "x-amz-security-token" && $0.value == "token" })
      #expect(
        headers.contains {
          $0.value.contains(
            "SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token")
        })
    }
  }
#endif
