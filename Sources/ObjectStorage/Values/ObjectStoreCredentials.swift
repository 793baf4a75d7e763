// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  /// The key and the secret that requests are signed with.
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

  extension ObjectStoreCredentials: CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
  {
    /// The name of the key: neither the secret nor the token is ever printed.
    public var description: String { "credentials \(accessKey)" }

    /// The same as the description.
    public var debugDescription: String { description }

    /// The name of the key, without the other parts.
    public var customMirror: Mirror { Mirror(self, children: ["accessKey": accessKey]) }
  }

  extension StringProtocol {
    /// The text without spaces at both ends.
    var trimmed: String {
      let end = reversed().drop(while: \.isWhitespace)
      return String(String(end.reversed()).drop(while: \.isWhitespace))
    }
  }
#endif
