// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The codings and charsets of the bodies that the server reads.
enum BodyCoding {
  /// Requires that the body of a request has no coding, such as gzip: RFC 9110, 15.5.16.
  static func check(_ request: HTTPRequest) throws(Problem) {
    guard let coding = request.headerFields[.contentEncoding], coding.lowercased() != "identity"
    else { return }
    throw Problem(
      .unsupportedMediaType,
      "The body must have no coding: send the bytes themselves, without Content-Encoding.",
      headers: [.acceptEncoding: "identity"])
  }
}

extension Call {
  /// Returns whether the body has a type, with UTF-8 as its charset if it names one.
  func hasBody(ofType mediaType: String) -> Bool {
    guard let field = request.headers[.contentType],
      field.prefix(while: { $0 != ";" && $0 != " " }).lowercased() == mediaType
    else { return false }
    let charset = FieldParameters.parse(field[...])["charset"]?.lowercased()
    return charset == nil || charset == "utf-8"
  }
}
