// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import FoundationEssentials

  /// Credentials that end at a time.
  struct TemporaryCredentials: Hashable, Sendable {
    /// The time before the end in which others are asked for.
    static let renewalInterval: TimeInterval = 600

    let credentials: ObjectStoreCredentials
    /// The end, `nil` for none.
    let end: Date?

    /// Whether requests can be signed with them.
    func isValid(at time: Date) -> Bool { end.map { time < $0 } ?? true }

    /// Whether others are to be asked for.
    func isDue(at time: Date) -> Bool {
      end.map { time.addingTimeInterval(Self.renewalInterval) >= $0 } ?? false
    }
  }

  // MARK: - Answers of services

  extension TemporaryCredentials {
    /// The answer of the services of containers and of EC2.
    private struct Answer: Decodable {
      let AccessKeyId: String
      let SecretAccessKey: String
      let Token: String?
      let Expiration: String?
      /// `Success`, only from EC2.
      let Code: String?
    }

    /// Reads the answer of a service.
    ///
    /// - Returns: The credentials; `nil` if the answer has none that can be sent.
    init?(_ json: [UInt8]) {
      guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(json)),
        answer.Code ?? "Success" == "Success",
        [answer.AccessKeyId, answer.SecretAccessKey].allSatisfy({ !$0.isEmpty }),
        [answer.AccessKeyId, answer.SecretAccessKey, answer.Token ?? ""].allSatisfy(\.isHeaderValue)
      else { return nil }
      end = answer.Expiration.flatMap(Self.date)
      // An end that is not understood would never come.
      guard (end == nil) == (answer.Expiration == nil) else { return nil }
      credentials = ObjectStoreCredentials(
        accessKey: answer.AccessKeyId, secretKey: answer.SecretAccessKey,
        sessionToken: answer.Token.flatMap { $0.isEmpty ? nil : $0 })
    }

    private static func date(_ text: String) -> Date? {
      let whole = Date.ISO8601FormatStyle()
      let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
      return (try? whole.parse(text)) ?? (try? exact.parse(text))
    }
  }

  extension String {
    /// Whether the text can be the value of a header, without any other effect.
    var isHeaderValue: Bool { utf8.allSatisfy { (0x20...0x7E).contains($0) } }
  }
#endif
