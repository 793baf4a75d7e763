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
  /// Folders are dropped, as are characters that no file name should have, and it is cut to 255 bytes. A
  /// `filename*` that cannot be decoded gives way to a `filename`: RFC 6266, 4.3.
  ///
  /// - Throws: `Problem` for a field that does not parse, and for a `filename*` in another encoding than UTF-8,
  ///   or that cannot be decoded, without a `filename`.
  static func name(in field: String) throws(Problem) -> String? {
    guard !field.isEmpty else { return nil }
    guard let parameters = DispositionParameters(field)?.values else {
      throw .malformed(
        "The header Content-Disposition is not like attachment; filename=\"scan 7.jpg\".")
    }
    let extended = parameters["filename*"]
    if let name = extended.flatMap(decode) ?? parameters["filename"] {
      return PageMetadata.exportName(for: name)
    }
    guard extended == nil else {
      throw .malformed("The file name in Content-Disposition is not like UTF-8''scan%207.jpg.")
    }
    return nil
  }

  /// Decodes a value of RFC 8187.
  private static func decode(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
    return PercentDecoding.decode(parts[2])
  }
}

extension Call {
  /// The file name that the client states for the body, `nil` if it states none.
  func fileName() throws(Problem) -> String? {
    guard let field = request.headers[.contentDisposition] else { return nil }
    return try FileNameField.name(in: field)
  }
}
