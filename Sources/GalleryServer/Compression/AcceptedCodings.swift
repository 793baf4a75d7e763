// SPDX-License-Identifier: Apache-2.0

/// Whether a client accepts gzip, according to `Accept-Encoding`.
///
/// https://www.rfc-editor.org/rfc/rfc9110#section-12.5.3
enum AcceptedCodings {
  /// Returns whether a field accepts gzip.
  ///
  /// An entry that cannot be read is not accepted.
  static func includeGzip(_ field: String) -> Bool {
    var (gzip, any): (Bool?, Bool?) = (nil, nil)
    for entry in field.split(separator: ",") {
      let parts = entry.split(separator: ";", omittingEmptySubsequences: false)
        .map { $0.trimming(while: { $0 == " " || $0 == "\t" }).lowercased() }
      switch parts.first {
      case "gzip", "x-gzip": gzip = isWanted(parts.dropFirst())
      case "*": any = isWanted(parts.dropFirst())
      default: break
      }
    }
    return gzip ?? any ?? false
  }

  /// Returns whether the weight among the parameters of an entry is above zero; it is 1 by default.
  private static func isWanted(_ parameters: some Collection<String>) -> Bool {
    guard let weight = parameters.first else { return true }
    guard parameters.count == 1, weight.hasPrefix("q=") else { return false }
    return Double(weight.dropFirst(2)).map { $0 > 0 && $0 <= 1 } ?? false
  }
}

extension Substring {
  /// Returns the text without such characters at its ends.
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var text = drop(while: isTrimmed)
    while let last = text.last, isTrimmed(last) { text.removeLast() }
    return text
  }
}
