// SPDX-License-Identifier: Apache-2.0

#if !hasFeature(Embedded)

  /// An error is encoded as an object with a stable code, its values, and a message for people that
  /// decoding ignores:
  ///
  ///     {"code": "invalidDimension", "found": -1, "message": "..."}
  ///
  /// | code | values |
  /// |---|---|
  /// | `invalidDampingRatio`, `invalidStiffness`, `invalidDecelerationRate`, `invalidDimension`, `invalidCoefficient` | `found` |
  /// | `invalidResponse` | `found`, in seconds |
  /// | `invalidControlPoint` | `x`, `y` |
  ///
  /// A number that is not finite is encoded as the string `infinity`, `-infinity` or `nan`.
  extension MotionError: Codable {
    /// Reads an error.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: The decoder's own error.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: EncodedKey.self)
      switch try values.decode(String.self, forKey: "code") {
      case "invalidDampingRatio":
        self = .invalidDampingRatio(found: try values.decodeNumber("found"))
      case "invalidStiffness":
        self = .invalidStiffness(found: try values.decodeNumber("found"))
      case "invalidDecelerationRate":
        self = .invalidDecelerationRate(found: try values.decodeNumber("found"))
      case "invalidDimension":
        self = .invalidDimension(found: try values.decodeNumber("found"))
      case "invalidCoefficient":
        self = .invalidCoefficient(found: try values.decodeNumber("found"))
      case "invalidResponse":
        self = .invalidResponse(found: try values.decodeSeconds("found"))
      case "invalidControlPoint":
        self = .invalidControlPoint(
          x: try values.decodeNumber("x"), y: try values.decodeNumber("y"))
      default: throw values.unknownWord("code")
      }
    }

    /// Writes an error.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: The encoder's own error.
    public func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: EncodedKey.self)
      try values.encode(code, forKey: "code")
      try values.encode(description, forKey: "message")
      switch self {
      case .invalidDampingRatio(let found), .invalidStiffness(let found),
        .invalidDecelerationRate(let found), .invalidDimension(let found),
        .invalidCoefficient(let found):
        try values.encode(number: found, forKey: "found")
      case .invalidResponse(let found):
        try values.encode(seconds: found, forKey: "found")
      case .invalidControlPoint(let x, let y):
        try values.encode(number: x, forKey: "x")
        try values.encode(number: y, forKey: "y")
      }
    }
  }

  extension MotionError {
    /// A stable code for programs, which does not change when the description is reworded.
    public var code: String {
      switch self {
      case .invalidDampingRatio: "invalidDampingRatio"
      case .invalidStiffness: "invalidStiffness"
      case .invalidDecelerationRate: "invalidDecelerationRate"
      case .invalidDimension: "invalidDimension"
      case .invalidCoefficient: "invalidCoefficient"
      case .invalidResponse: "invalidResponse"
      case .invalidControlPoint: "invalidControlPoint"
      }
    }
  }

#endif
