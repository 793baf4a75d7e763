// SPDX-License-Identifier: Apache-2.0

import NIOHPACK

/// The header of a request of HTTP/2, which follows the rules of the server.
///
/// The library of the protocol has checked names, values and pseudo-header fields, and has refused the
/// fields of connections.
struct RequestFields: Sendable {
  /// The header, in which the host is always `:authority`.
  private(set) var headers: HPACKHeaders

  /// Checks a header.
  ///
  /// - Throws: The first rule that it breaks.
  init(_ headers: HPACKHeaders, limits: ConnectionLimits) throws(FramingError) {
    self.headers = headers
    guard headers.count <= limits.maximumFieldCount else { throw .tooManyFields }
    guard headers[":method"] != ["CONNECT"] else { throw .tunnel }
    guard let path = headers[":path"].first, path.hasPrefix("/") || path == "*" else {
      throw .malformedRequestLine
    }
    try checkLength()
    try setAuthority()
  }

  private func checkLength() throws(FramingError) {
    var fields = FramingFields()
    for value in headers["content-length"] {
      try fields.add(Array("content-length".utf8), Array(value.utf8))
    }
  }

  /// Unites `Host` and `:authority`, which are equal if a request has both.
  private mutating func setAuthority() throws(FramingError) {
    let hosts = headers["host"]
    let authorities = headers[":authority"]
    guard let host = authorities.first ?? hosts.first else { throw .missingHost }
    guard hosts.count <= 1, hosts.allSatisfy({ $0.lowercased() == host.lowercased() }) else {
      throw .repeatedHost
    }
    guard !hosts.isEmpty else { return }
    headers.remove(name: "host")
    guard authorities.isEmpty else { return }
    headers = HPACKHeaders([(":authority", host)] + headers.map { ($0.name, $0.value) })
  }
}
