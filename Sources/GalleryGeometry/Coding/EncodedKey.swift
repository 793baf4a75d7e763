// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// A key in an encoded value.
  package struct EncodedKey: CodingKey, ExpressibleByStringLiteral, Sendable {
    /// The key as text.
    package let stringValue: String

    /// Always `nil`: keys are text.
    package var intValue: Int? { nil }

    /// Creates a key.
    ///
    /// - Parameter value: The key as text.
    package init(stringLiteral value: String) { stringValue = value }

    /// Creates a key.
    ///
    /// - Parameter value: The key as text.
    package init(stringValue value: String) { stringValue = value }

    /// Returns `nil`: keys are text.
    ///
    /// - Parameter value: A number, which is not used.
    package init?(intValue value: Int) { nil }
  }

  extension KeyedDecodingContainer where Key == EncodedKey {
    /// Returns the error for an unknown string in place of a code.
    ///
    /// - Parameter key: The key of the string.
    /// - Returns: The error.
    package func unknownWord(_ key: EncodedKey) -> DecodingError {
      .dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\(key.stringValue) is a word that stands for nothing")
    }

    /// Reads a time in seconds.
    ///
    /// - Parameter key: The key of the time.
    /// - Returns: The time, in whole nanoseconds.
    /// - Throws: The decoder's own error, also for a time of more than 292 years.
    package func decodeSeconds(_ key: EncodedKey) throws -> Duration {
      let seconds = try decode(Double.self, forKey: key)
      guard let time = Duration(encodedSeconds: seconds) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: self, debugDescription: "\(seconds) is no time in seconds")
      }
      return time
    }
  }

  extension KeyedDecodingContainer where Key == EncodedKey {
    /// Reads a number that may be infinite or NaN.
    ///
    /// - Parameter key: The key of the number.
    /// - Returns: The number.
    /// - Throws: The decoder's own error.
    package func decodeNumber(_ key: EncodedKey) throws -> Double {
      if let number = try? decode(Double.self, forKey: key) { return number }
      switch try decode(String.self, forKey: key) {
      case "infinity": return .infinity
      case "-infinity": return -.infinity
      case "nan": return .nan
      default: throw unknownWord(key)
      }
    }
  }

  extension KeyedEncodingContainer where Key == EncodedKey {
    /// Writes a number that may be infinite or NaN: a finite one as a number, any other as
    /// `"infinity"`, `"-infinity"` or `"nan"`, because JSON cannot express these.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - key: The key of the number.
    /// - Throws: The encoder's own error.
    package mutating func encode(number: Double, forKey key: EncodedKey) throws {
      if number.isFinite {
        try encode(number, forKey: key)
      } else {
        try encode(number.isNaN ? "nan" : number > 0 ? "infinity" : "-infinity", forKey: key)
      }
    }

    /// Writes a time in seconds.
    ///
    /// - Parameters:
    ///   - time: The time; a fraction of a nanosecond is dropped.
    ///   - key: The key of the time.
    /// - Throws: The encoder's own error.
    package mutating func encode(seconds time: Duration, forKey key: EncodedKey) throws {
      try encode(time.encodedSeconds, forKey: key)
    }
  }

  // Synthesized `Codable` conformances use these overloads: seconds instead of attoseconds.

  extension KeyedDecodingContainer {
    /// Reads a time in seconds.
    ///
    /// - Parameters:
    ///   - type: The type of the time.
    ///   - key: The key of the time.
    /// - Returns: The time, in whole nanoseconds.
    /// - Throws: The decoder's own error, also for a time of more than 292 years.
    package func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
      let seconds = try decode(Double.self, forKey: key)
      guard let time = Duration(encodedSeconds: seconds) else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: self, debugDescription: "\(seconds) is no time in seconds")
      }
      return time
    }
  }

  extension KeyedEncodingContainer {
    /// Writes a time in seconds.
    ///
    /// - Parameters:
    ///   - time: The time, of which whole nanoseconds are written.
    ///   - key: The key of the time.
    /// - Throws: The encoder's own error.
    package mutating func encode(_ time: Duration, forKey key: Key) throws {
      try encode(time.encodedSeconds, forKey: key)
    }
  }

  extension Duration {
    /// The time in seconds, rounded to whole nanoseconds and then to a `Double`.
    ///
    /// A `Double` distinguishes nanoseconds up to 97 days.
    package var encodedSeconds: Double {
      let (seconds, attoseconds) = components
      let nanoseconds =
        (attoseconds + (attoseconds < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
      let (whole, isLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, isLonger) = whole.addingReportingOverflow(nanoseconds)
      return isLong || isLonger ? Double(seconds) : Double(sum) / 1e9
    }

    /// Creates a time from seconds, rounded to whole nanoseconds; `nil` if 64 bits cannot hold
    /// them.
    package init?(encodedSeconds seconds: Double) {
      guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
      self = .nanoseconds(nanoseconds)
    }
  }

#endif
