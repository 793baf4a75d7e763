// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An outcome is encoded as an object with its name, and with the time in seconds or the error if
  /// there is one:
  ///
  ///     {"outcome": "success", "commitTime": 0.3}
  ///     {"outcome": "failed", "error": {...}}
  ///     {"outcome": "rejected", "error": {...}}
  ///     {"outcome": "cancelled"}
  ///
  /// The other outcomes are encoded like the last one: `cancelledOut`, `superseded`,
  /// `alreadyRemoved` and `dependencyFailed`.
  extension UpdateOutcome: Codable {
    /// Reads an outcome.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "outcome") {
      case "success": self = .success(commitTime: try values.decodeSeconds("commitTime"))
      case "failed": self = .failed(try values.decode(UpdateError.self, forKey: "error"))
      case "cancelled": self = .cancelled
      case "cancelledOut": self = .cancelledOut
      case "superseded": self = .superseded
      case "alreadyRemoved": self = .alreadyRemoved
      case "dependencyFailed": self = .dependencyFailed
      case "rejected": self = .rejected(try values.decode(UpdateError.self, forKey: "error"))
      default: throw values.unknownWord("outcome")
      }
    }

    /// Writes an outcome.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      try values.encode(word, forKey: "outcome")
      switch self {
      case .success(let time): try values.encode(seconds: time, forKey: "commitTime")
      case .failed(let error), .rejected(let error): try values.encode(error, forKey: "error")
      case .cancelled, .cancelledOut, .superseded, .alreadyRemoved, .dependencyFailed: break
      }
    }
  }

  extension UpdateOutcome {
    /// The encoded name of the outcome.
    private var word: String {
      switch self {
      case .success: "success"
      case .failed: "failed"
      case .cancelled: "cancelled"
      case .cancelledOut: "cancelledOut"
      case .superseded: "superseded"
      case .alreadyRemoved: "alreadyRemoved"
      case .dependencyFailed: "dependencyFailed"
      case .rejected: "rejected"
      }
    }
  }

#endif
