// SPDX-License-Identifier: Apache-2.0

/// The target of a request: its path segments, decoded, and its query.
struct RequestTarget: Sendable {
  /// The decoded segments; the last one is empty if the path ends with a slash.
  let segments: [String]

  /// The parameters of the query.
  let query: QueryParameters

  /// The target in absolute form, `nil` for an ordinary one.
  let absolute: AbsoluteTarget?

  /// Parses a target.
  ///
  /// - Throws: `Problem` if a segment or the query does not decode, or a segment is `.` or `..` or has
  ///   control characters.
  init(_ text: String) throws(Problem) {
    absolute = AbsoluteTarget(text[...])
    let rest = absolute?.path ?? text[...]
    guard rest.utf8.first == UInt8(ascii: "/"), !rest.utf8.contains(UInt8(ascii: "#")) else {
      throw .malformed("The target of the request is not a path.")
    }
    let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var segments: [String] = []
    for part in parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      segments.append(try Self.segment(part))
    }
    self.segments = segments
    query = try QueryParameters(parts.count > 1 ? parts[1] : "")
  }

  private static func segment(_ text: Substring) throws(Problem) -> String {
    guard let segment = PercentDecoding.decode(text), !PercentDecoding.hasControls(segment) else {
      throw .malformed("A path segment is not properly percent-encoded text.")
    }
    guard segment != ".", segment != ".." else {
      throw .malformed("A path segment is “\(segment)”.")
    }
    return segment
  }
}
