// SPDX-License-Identifier: Apache-2.0

/// The header of a part of a form.
struct MultipartHeader {
  let part: MultipartReader.Part

  /// Parses the lines of a header.
  ///
  /// - Throws: `Problem` unless it names a field, and if it contains NUL, which no file name may have.
  init(_ text: String) throws(Problem) {
    guard !PercentDecoding.hasNUL(text) else {
      throw .malformed("The header of a part contains the character NUL.")
    }
    let prefix = "content-disposition:"
    let lines = text.split(separator: "\r\n")
    guard let line = lines.first(where: { $0.lowercased().hasPrefix(prefix) }) else {
      throw .malformed("A part of the form has no name.")
    }
    let parameters = FieldParameters.parse(line.dropFirst(prefix.count))
    guard let name = parameters["name"] else {
      throw .malformed("A part of the form has no name.")
    }
    part = MultipartReader.Part(name: name, fileName: parameters["filename"])
  }

  /// Returns the boundary that the type of a body names, `nil` if it is not a form with parts.
  static func boundary(of contentType: String?) -> String? {
    guard let contentType, contentType.lowercased().hasPrefix("multipart/form-data;") else {
      return nil
    }
    let boundary = FieldParameters.parse(contentType[...])["boundary"]
    return boundary.flatMap { (1...70).contains($0.utf8.count) ? $0 : nil }
  }
}
