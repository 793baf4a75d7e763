// SPDX-License-Identifier: Apache-2.0

/// The field `Content-Disposition` (RFC 6266).
enum ContentDisposition {
  /// Returns the value for a file.
  ///
  /// - Parameters:
  ///   - isInline: Whether the client shows the file rather than saving it.
  ///   - name: A file name without folders and control characters.
  /// - Returns: The value.
  static func value(isInline: Bool, name: String) -> String {
    let kind = isInline ? "inline" : "attachment"
    let plain = String(String.UnicodeScalarView(name.unicodeScalars.map(substitute)))
    guard plain != name else { return "\(kind); filename=\"\(plain)\"" }
    return "\(kind); filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encode(name))"
  }

  /// Replaces characters that clients read differently in a quoted string.
  private static func substitute(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "\"", "\\", "%", ";": "_"
    case " "..."~": scalar
    default: "_"
    }
  }
}
