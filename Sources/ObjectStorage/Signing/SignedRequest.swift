// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import Crypto
  import FoundationEssentials

  /// A request with Amazon's Signature Version 4.
  ///
  /// The steps are those of "Authenticating Requests: Using the Authorization Header" of the S3 API
  /// reference; its examples are the tests.
  struct SignedRequest {
    var method: String
    var host: String
    /// The path without its encoding, with `/` at the start.
    var path: String
    var query: [(name: String, value: String)] = []
    /// The headers to sign besides `host`, `x-amz-date` and `x-amz-content-sha256`, with lowercase names.
    var headers: [(name: String, value: String)] = []
    /// The SHA-256 of the body in hexadecimal digits.
    var bodyDigest = digest(of: [])

    /// Returns the SHA-256 of a body in hexadecimal digits.
    static func digest(of body: [UInt8]) -> String { SHA256.hash(data: body).hexadecimal }

    /// Returns the headers to send, without `host`.
    ///
    /// - Parameters:
    ///   - credentials: What to sign with.
    ///   - region: The region of the bucket.
    ///   - date: The date of the request.
    /// - Returns: The headers, with the signature.
    func signed(
      with credentials: ObjectStoreCredentials, region: String, date: Date
    ) -> [(name: String, value: String)] {
      let time = Self.text(of: date)
      var sent = headers + [("x-amz-content-sha256", bodyDigest), ("x-amz-date", time)]
      if let token = credentials.sessionToken { sent.append(("x-amz-security-token", token)) }
      let all = (sent + [("host", host)]).sorted { $0.name < $1.name }
      let names = all.map(\.name).joined(separator: ";")
      let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
      let request = canonical(all, names)
      let text =
        "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(SHA256.hash(data: Array(request.utf8)).hexadecimal)"
      let key = Self.key(credentials.secretKey, time.prefix(8), region)
      let signature = Self.code(text, key).hexadecimal
      let authorization =
        "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),"
        + "Signature=\(signature)"
      return sent + [("authorization", authorization)]
    }

    /// The request in the form that is signed.
    private func canonical(_ headers: [(name: String, value: String)], _ names: String) -> String {
      let lines = headers.map { "\($0.name):\($0.value)\n" }.joined()
      return "\(method)\n\(encodedPath)\n\(encodedQuery)\n\(lines)\n\(names)\n\(bodyDigest)"
    }

    /// The path as it is sent.
    var encodedPath: String { path.encoded(keeping: "/") }

    /// The query as it is sent, in the order of the encoded names.
    var encodedQuery: String {
      query.map { "\($0.name.encoded())=\($0.value.encoded())" }.sorted().joined(separator: "&")
    }

    private static func key(
      _ secret: String, _ day: Substring, _ region: String
    ) -> HMAC<SHA256>.MAC {
      var key = code(String(day), SymmetricKey(data: Array("AWS4\(secret)".utf8)))
      for part in [region, "s3", "aws4_request"] { key = code(part, key) }
      return key
    }

    private static func code(_ text: String, _ key: HMAC<SHA256>.MAC) -> HMAC<SHA256>.MAC {
      code(text, SymmetricKey(data: Array(key)))
    }

    private static func code(_ text: String, _ key: SymmetricKey) -> HMAC<SHA256>.MAC {
      HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    }

    /// The date in the form `20130524T000000Z`.
    private static func text(of date: Date) -> String {
      String(date.formatted(.iso8601).filter { !"-:".contains($0) })
    }
  }

  extension Sequence<UInt8> {
    /// The bytes in hexadecimal digits.
    var hexadecimal: String {
      let digits = Array("0123456789abcdef".utf8)
      return String(
        decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
  }

  extension String {
    /// The text with all characters but those of RFC 3986's `unreserved`, and some others, as `%XX`.
    fileprivate func encoded(keeping others: String = "") -> String {
      let kept = Set("-._~\(others)".utf8)
      return utf8.reduce(into: "") { text, byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          text.unicodeScalars.append(Unicode.Scalar(byte))
        case _ where kept.contains(byte): text.unicodeScalars.append(Unicode.Scalar(byte))
        default: text += "%" + [byte].hexadecimal.uppercased()
        }
      }
    }
  }
#endif
