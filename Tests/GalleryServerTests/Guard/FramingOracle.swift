// SPDX-License-Identifier: Apache-2.0

/// The boundaries of valid requests, found by searching in the whole of their bytes.
enum FramingOracle {
  /// Returns the content lengths of the complete requests.
  static func requests(in bytes: [UInt8]) -> [Int] {
    // One character for one byte.
    var rest = bytes.map { Character(UnicodeScalar($0)) }[...]
    var lengths: [Int] = []
    while true {
      while rest.starts(with: ["\r", "\n"]) { rest = rest.dropFirst(2) }
      guard let header = line(&rest, ending: ["\r", "\n", "\r", "\n"]) else { return lengths }
      guard let length = content(of: String(header).lowercased(), &rest) else { return lengths }
      lengths.append(length)
    }
  }

  private typealias Text = ArraySlice<Character>

  private static func line(_ rest: inout Text, ending: [Character]) -> Text? {
    for start in rest.indices where rest[start...].starts(with: ending) {
      defer { rest = rest[(start + ending.count)...] }
      return rest[..<start]
    }
    return nil
  }

  private static func content(of header: String, _ rest: inout Text) -> Int? {
    var length = 0
    for line in header.unicodeScalars.split(separator: "\r\n".unicodeScalars) {
      let parts = String(line).split(separator: ":", maxSplits: 1).map {
        $0.filter { $0 != " " && $0 != "\t" }
      }
      guard parts.count == 2 else { continue }
      if parts[0] == "transfer-encoding" { return chunks(&rest) }
      if parts[0] == "content-length" { length = Int(parts[1]) ?? 0 }
    }
    guard rest.count >= length else { return nil }
    rest = rest.dropFirst(length)
    return length
  }

  private static func chunks(_ rest: inout Text) -> Int? {
    var length = 0
    while let size = line(&rest, ending: ["\r", "\n"]) {
      let digits = String(size).split(separator: ";")[0]
      guard let count = Int(digits, radix: 16), count > 0 else { break }
      guard rest.count >= count + 2 else { return nil }
      length += count
      rest = rest.dropFirst(count + 2)
    }
    while let line = line(&rest, ending: ["\r", "\n"]) {
      if line.isEmpty { return length }
    }
    return nil
  }
}
