// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  /// Where objects are: a bucket of a service with the interface of Amazon S3.
  public struct ObjectStoreConfiguration: Hashable, Sendable {
    /// The service, such as `https://s3.example`, without a path.
    public var endpoint: String

    /// The name of the bucket.
    public var bucket: String

    /// What all keys begin with, empty or with `/` at its end.
    public var prefix: String

    /// The region for signatures.
    public var region: String

    /// Whether the bucket is the first part of the path, not of the host's name.
    public var usesPath: Bool

    /// The maximum time of an attempt.
    ///
    /// 30 seconds by default.
    public var timeout: Duration

    /// The maximum number of attempts of a request that may succeed later.
    ///
    /// 10 by default.
    public var attemptLimit: Int

    /// The time after which a request that has failed is not attempted again; 10 seconds.
    var patience = Duration.seconds(10)

    /// The maximum number of bytes of an object that is put by one request.
    ///
    /// 64 MiB by default.
    public var multipartThreshold: Int

    /// The number of bytes of the parts of a larger object.
    ///
    /// 16 MiB by default, and more if there would be too many parts. Services refuse parts of less than 5 MiB, except the last one.
    public var partByteCount: Int

    /// The maximum number of parts of an object.
    private static let partLimit = 10_000

    /// Creates a configuration.
    public init(
      endpoint: String, bucket: String, prefix: String = "", region: String = "us-east-1",
      usesPath: Bool = true, timeout: Duration = .seconds(30), attemptLimit: Int = 10,
      multipartThreshold: Int = 64 << 20, partByteCount: Int = 16 << 20
    ) {
      precondition(attemptLimit > 0, "a request has at least one attempt")
      (self.endpoint, self.bucket, self.prefix, self.region) = (endpoint, bucket, prefix, region)
      (self.usesPath, self.timeout, self.attemptLimit) = (usesPath, timeout, attemptLimit)
      (self.multipartThreshold, self.partByteCount) = (multipartThreshold, partByteCount)
    }

    /// Returns whether a text is the address of a service: `https://HOST` or `http://HOST:PORT`, without a path, a user
    /// or parameters.
    ///
    /// Without a scheme it is one of HTTPS.
    public static func isEndpoint(_ text: String) -> Bool {
      var rest = text[...]
      if let scheme = ["https://", "http://"].first(where: text.hasPrefix) {
        rest = rest.dropFirst(scheme.count)
      }
      if rest.hasSuffix("/") { rest = rest.dropLast() }
      let isAddress = rest.hasPrefix("[")
      let host = rest.prefix { isAddress ? $0 != "]" : $0 != ":" }.dropFirst(isAddress ? 1 : 0)
      let port = rest.dropFirst(isAddress ? host.count + 2 : host.count)
      let letters = isAddress ? "0123456789abcdefABCDEF:." : hostLetters
      return !host.isEmpty && host.allSatisfy(letters.contains)
        && (!isAddress || rest.dropFirst(host.count + 1).hasPrefix("]"))
        && (port.isEmpty
          || port.first == ":" && port.dropFirst().allSatisfy("0123456789".contains)
            && (1...65_535).contains(Int(port.dropFirst()) ?? 0))
    }

    private static let hostLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._"

    /// Returns the number of bytes of each part but the last one of an object.
    ///
    /// - Parameter byteCount: The number of bytes of the object.
    /// - Returns: The number of bytes, so that there are at most 10,000 parts.
    public func partByteCount(of byteCount: Int) -> Int {
      max(partByteCount, byteCount / Self.partLimit + 1)
    }

    /// The scheme and the host of requests.
    var origin: (scheme: String, host: String) {
      let parts = endpoint.split(separator: "://", maxSplits: 1)
      let scheme = parts.count == 2 ? String(parts[0]) : "https"
      let host = String(parts[parts.count - 1].prefix { $0 != "/" })
      return (scheme, usesPath ? host : "\(bucket).\(host)")
    }
  }
#endif
