// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import PageStorage

/// The file name in the field `Content-Disposition` of a request (RFC 6266), such as
/// `attachment; filename*=UTF-8''scan%207.jpg`.
///
/// It is a header and not a query parameter: proxies log the addresses of requests.
enum FileNameField {
  /// Returns the file name to store, `nil` if there is none, or nothing is left of it.
  ///
  /// Folders are dropped, as are characters that no file name should have, and it is cut to 255 bytes.
  ///
  /// - Throws: `Problem` for a `filename*` in another encoding than UTF-8, or that cannot be decoded.
  static func name(in field: String) throws(Problem) -> String? {
    let parameters = FieldParameters.parse(field[...], readsEscapes: false)
    guard let extended = parameters["filename*"] else {
      return parameters["filename"].flatMap { PageMetadata.exportName(for: $0) }
    }
    let parts = extended.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8",
      let text = PercentDecoding.decode(parts[2])
    else {
      throw .malformed("The file name in Content-Disposition is not like UTF-8''scan%207.jpg.")
    }
    return PageMetadata.exportName(for: text)
  }
}

extension Call {
  /// The file name that the client states for the body, `nil` if it states none.
  func fileName() throws(Problem) -> String? {
    guard let field = request.headers[.contentDisposition] else { return nil }
    return try FileNameField.name(in: field)
  }
}
