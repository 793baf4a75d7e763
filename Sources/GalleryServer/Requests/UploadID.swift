// SPDX-License-Identifier: Apache-2.0

/// The UUID under which a client uploads a page; the client chooses it.
struct UploadID: Hashable, Sendable, CustomStringConvertible {
  /// The UUID in lowercase.
  let description: String

  /// Parses 32 hexadecimal digits with hyphens: `6f1c2a9e-0b7d-4c55-8d1e-2f90a1b3c4d5`.
  init(_ text: String) throws(Problem) {
    let letters = Array(text.utf8)
    let isUUID =
      letters.count == 36
      && letters.indices.allSatisfy { index in
        [8, 13, 18, 23].contains(index)
          ? letters[index] == UInt8(ascii: "-") : Self.isDigit(letters[index])
      }
    guard isUUID else {
      throw .malformed("An upload is a UUID: 32 hexadecimal digits with four hyphens.")
    }
    description = text.lowercased()
  }

  private static func isDigit(_ letter: UInt8) -> Bool {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}
