// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// A name in an encoded value.
  package struct EncodedKey: CodingKey, ExpressibleByStringLiteral, Sendable {
    /// The name.
    package let stringValue: String

    /// None: values have names and no numbers.
    package var intValue: Int? { nil }

    /// Creates a name.
    ///
    /// - Parameter value: The name.
    package init(stringLiteral value: String) { stringValue = value }

    /// Creates a name.
    ///
    /// - Parameter value: The name.
    package init(stringValue value: String) { stringValue = value }

    /// Creates nothing.
    ///
    /// - Parameter value: A number, which is no name.
    package init?(intValue value: Int) { nil }
  }

  extension KeyedDecodingContainer where Key == EncodedKey {
    /// The error for a word that stands for nothing.
    ///
    /// - Parameter key: The name of the word.
    /// - Returns: The error.
    package func unknownWord(_ key: EncodedKey) -> DecodingError {
      .dataCorruptedError(
        forKey: key, in: self,
        debugDescription: "\(key.stringValue) is a word that stands for nothing")
    }

    /// Reads a time in seconds.
    ///
    /// - Parameter key: The name of the time.
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
    /// Reads a number that need not be finite.
    ///
    /// - Parameter key: The name of the number.
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
    /// Writes a number that need not be finite: as one, or as `"infinity"`, `"-infinity"` or `"nan"`,
    /// because JSON has no numbers for these.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - key: The name of the number.
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
    ///   - time: The time, of which whole nanoseconds are written.
    ///   - key: The name of the time.
    /// - Throws: The encoder's own error.
    package mutating func encode(seconds time: Duration, forKey key: EncodedKey) throws {
      try encode(time.encodedSeconds, forKey: key)
    }
  }

  // The compiler takes these for the times of types whose coding it makes, instead of attoseconds.

  extension KeyedDecodingContainer {
    /// Reads a time in seconds.
    ///
    /// - Parameters:
    ///   - type: The type of the time.
    ///   - key: The name of the time.
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
    ///   - key: The name of the time.
    /// - Throws: The encoder's own error.
    package mutating func encode(_ time: Duration, forKey key: Key) throws {
      try encode(time.encodedSeconds, forKey: key)
    }
  }

  extension Duration {
    /// The time in seconds, rounded to whole nanoseconds and then to a `Double`.
    ///
    /// A `Double` tells nanoseconds apart in the first 97 days.
    package var encodedSeconds: Double {
      let (seconds, attoseconds) = components
      let nanoseconds =
        (attoseconds + (attoseconds < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
      let (whole, isLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      let (sum, isLonger) = whole.addingReportingOverflow(nanoseconds)
      return isLong || isLonger ? Double(seconds) : Double(sum) / 1e9
    }

    /// Creates a time from seconds, rounded to whole nanoseconds; `nil` if 64 bits do not hold these.
    package init?(encodedSeconds seconds: Double) {
      guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
      self = .nanoseconds(nanoseconds)
    }
  }

#endif
