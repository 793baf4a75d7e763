// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import HummingbirdCore
import NIOCore

extension Call {
  /// Whether the body is a form without files.
  var isForm: Bool {
    hasBody(ofType: "application/x-www-form-urlencoded")
  }

  /// Reads a form without files.
  ///
  /// - Parameters:
  ///   - names: The names of all fields; each may be missing.
  ///   - limit: The maximum size in bytes; 64 KiB by default.
  /// - Returns: The fields.
  /// - Throws: `Problem` if the body is of another type, too long or malformed.
  func form(
    _ names: Set<String>, upTo limit: Int = 64 << 10
  ) async throws -> QueryParameters {
    guard isForm else {
      throw Problem(
        .unsupportedMediaType,
        "The body must be a form in UTF-8; set Content-Type to application/x-www-form-urlencoded.")
    }
    let text = String(buffer: try await body(upTo: limit))
    let fields = try QueryParameters(text[...], noun: "form field")
    guard fields.names.allSatisfy(names.contains) else {
      throw Problem.malformed("The form has an unknown field.")
    }
    return fields
  }
}
