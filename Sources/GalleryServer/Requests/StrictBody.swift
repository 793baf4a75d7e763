// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import HTTPTypes
import HummingbirdCore
import NIOCore

/// A JSON body of which every key is known.
///
/// Conforming types decode with ``StrictKey`` and ``KeyedDecodingContainer/require(only:)``.
protocol StrictBody: Decodable, Sendable {}

/// A key of a JSON object, known or not.
struct StrictKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral value: String) { stringValue = value }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer where Key == StrictKey {
  /// Requires that the object has no other keys, so that a typo is not ignored.
  func require(only known: Set<String>) throws {
    guard allKeys.allSatisfy({ known.contains($0.stringValue) }) else {
      throw Problem.malformed(
        "A key of the body is unknown; there are: \(known.sorted().joined(separator: ", ")).")
    }
  }

  /// Reads the title of a document, `nil` without one.
  func titleIfPresent() throws -> String? {
    try contains("title") ? TitleText.checked(decode(String.self, forKey: "title")) : nil
  }
}

extension Call {
  /// The maximum size of a JSON body with a title and metadata of 1 MiB, escaped, or with a change.
  static let jsonByteLimit = 4 << 20

  /// Reads a JSON body.
  ///
  /// - Parameters:
  ///   - type: The type of the body.
  ///   - limit: The maximum size in bytes; 64 KiB by default, because a client may send slowly while the
  ///     beginning is in memory.
  /// - Returns: The body.
  /// - Throws: `Problem` if it is of another type, too long, not JSON of the form that
  ///   ``JSONCheck`` accepts, or has unknown keys.
  func json<Body: StrictBody>(
    _ type: Body.Type, upTo limit: Int = 64 << 10
  ) async throws -> Body {
    guard hasBody(ofType: "application/json") else {
      throw Problem(
        .unsupportedMediaType,
        "The body must be JSON in UTF-8; set Content-Type to application/json.")
    }
    let bytes = try await body(upTo: limit)
    do throws(JSONMistake) {
      try JSONCheck.check(Array(bytes.readableBytesView))
    } catch {
      throw Problem(error)
    }
    do {
      return try JSONDecoder().decode(Body.self, from: Data(bytes.readableBytesView))
    } catch let problem as Problem {
      throw problem
    } catch let error as DecodingError {
      throw Problem.malformed(Self.sentence(about: error))
    } catch {
      throw Problem.malformed("The body is not valid JSON.")
    }
  }

  /// Names the place of a mistake, without repeating the client's text.
  private static func sentence(about error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, _): "The key \(key.stringValue) is missing in the body."
    case .typeMismatch(_, let context), .valueNotFound(_, let context):
      context.codingPath.last.map { key in
        key.intValue == nil
          ? "The value of \(key.stringValue) in the body has a wrong type."
          : "An entry of a list in the body has a wrong type."
      } ?? "The body has a wrong type."
    // The syntax was checked before.
    case .dataCorrupted: "A number of the body is out of range."
    default: "The body is not valid JSON."
    }
  }
}
