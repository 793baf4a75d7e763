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
    public var timeout: Duration

    /// The maximum number of attempts of a request that may succeed later.
    public var attemptLimit: Int

    /// Creates a configuration.
    public init(
      endpoint: String, bucket: String, prefix: String = "", region: String = "us-east-1",
      usesPath: Bool = true, timeout: Duration = .seconds(30), attemptLimit: Int = 5
    ) {
      precondition(attemptLimit > 0, "a request has at least one attempt")
      (self.endpoint, self.bucket, self.prefix, self.region) = (endpoint, bucket, prefix, region)
      (self.usesPath, self.timeout, self.attemptLimit) = (usesPath, timeout, attemptLimit)
    }

    /// The scheme and the host of requests.
    var origin: (scheme: String, host: String) {
      let parts = endpoint.split(separator: "://", maxSplits: 1)
      let scheme = parts.count == 2 ? String(parts[0]) : "https"
      let host = String(parts[parts.count - 1].prefix { $0 != "/" })
      return (scheme, usesPath ? host : "\(bucket).\(host)")
    }
  }

  /// What requests are signed with.
  public struct ObjectStoreCredentials: Hashable, Sendable {
    /// The name of the key.
    public var accessKey: String

    /// The secret, which is never sent.
    public var secretKey: String

    /// The token of a session, `nil` for a lasting key.
    public var sessionToken: String?

    /// Creates credentials.
    public init(accessKey: String, secretKey: String, sessionToken: String? = nil) {
      (self.accessKey, self.secretKey) = (accessKey, secretKey)
      self.sessionToken = sessionToken
    }

    /// Reads credentials from environment variables: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and
    /// `AWS_SESSION_TOKEN`.
    ///
    /// - Parameter environment: The variables.
    /// - Returns: The credentials; `nil` if the first or the second one is missing or empty.
    public static func inEnvironment(_ environment: [String: String]) -> Self? {
      guard let key = environment["AWS_ACCESS_KEY_ID"], !key.isEmpty,
        let secret = environment["AWS_SECRET_ACCESS_KEY"], !secret.isEmpty
      else { return nil }
      let token = environment["AWS_SESSION_TOKEN"].flatMap { $0.isEmpty ? nil : $0 }
      return Self(accessKey: key, secretKey: secret, sessionToken: token)
    }

    /// Reads credentials from the text of a shared credentials file (`~/.aws/credentials`).
    ///
    /// - Parameters:
    ///   - text: The text: sections `[name]` of lines `key = value`; lines with `#` or `;` are comments.
    ///   - profile: The name of the section.
    /// - Returns: The credentials; `nil` if the section lacks a key or its secret.
    public static func inFile(_ text: String, profile: String = "default") -> Self? {
      var section = ""
      var values: [String: String] = [:]
      for line in text.split(whereSeparator: \.isNewline) {
        let line = line.trimmed
        if line.first == "[", line.last == "]" { section = line.dropFirst().dropLast().trimmed }
        guard section == profile, let sign = line.firstIndex(of: "="),
          !"#;".contains(line.first ?? "#")
        else { continue }
        values[line[..<sign].trimmed] = line[line.index(after: sign)...].trimmed
      }
      return inEnvironment([
        "AWS_ACCESS_KEY_ID": values["aws_access_key_id"] ?? "",
        "AWS_SECRET_ACCESS_KEY": values["aws_secret_access_key"] ?? "",
        "AWS_SESSION_TOKEN": values["aws_session_token"] ?? "",
      ])
    }
  }

  extension StringProtocol {
    /// The text without spaces at both ends.
    fileprivate var trimmed: String {
      let end = reversed().drop(while: \.isWhitespace)
      return String(String(end.reversed()).drop(while: \.isWhitespace))
    }
  }
#endif
