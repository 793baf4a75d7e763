// SPDX-License-Identifier: Apache-2.0

/// The fields of a header that decide where its request ends.
struct FramingFields: Sendable {
  /// The length of a body.
  enum Body: Hashable, Sendable {
    case length(Int), chunked
  }

  private static let names: [[UInt8]] = [
    "host", "content-length", "transfer-encoding", "connection", "upgrade",
  ].map { Array($0.utf8) }
  private static let lengthNames = ["content-length", "transfer-encoding"].map { Array($0.utf8) }
  private static let maximumLengthDigits = 18

  private var hostCount = 0
  private var length: Int?
  private var isChunked = false
  private var options: [String] = []
  private var hasUpgrade = false

  /// Returns whether a field with a name in lowercase decides anything.
  static func include(_ name: [UInt8]) -> Bool { names.contains(name) }

  /// Returns whether a field with a name in lowercase tells how long a body is.
  static func tellLength(_ name: [UInt8]) -> Bool { lengthNames.contains(name) }

  /// Adds a field with one of these names.
  mutating func add(_ name: [UInt8], _ value: [UInt8]) throws(FramingError) {
    let text = Self.trimmed(value[...])
    switch String(decoding: name, as: UTF8.self) {
    case "host": try addHost()
    case "content-length": try addLength(Self.lowercased(text))
    case "transfer-encoding": try addEncoding(Self.lowercased(text))
    case "connection":
      options += text.split(separator: UInt8(ascii: ",")).map { Self.lowercased(Self.trimmed($0)) }
    default: hasUpgrade = true
    }
  }

  /// Returns the length of the body after the last field.
  func body(isVersion10: Bool) throws(FramingError) -> Body {
    guard hostCount == 1 else { throw .missingHost }
    guard isChunked else { return .length(length ?? 0) }
    guard length == nil else { throw .contradictoryLength }
    guard !isVersion10 else { throw .unsupportedTransferEncoding }
    return .chunked
  }

  /// Returns whether no further request may follow on the connection.
  ///
  /// After a request with `Upgrade` the HTTP decoder expects another protocol, and keeps all further
  /// bytes.
  func isLast(isVersion10: Bool) -> Bool {
    if hasUpgrade || options.contains("close") { return true }
    return isVersion10 && !options.contains("keep-alive")
  }

  private mutating func addHost() throws(FramingError) {
    hostCount += 1
    guard hostCount == 1 else { throw .repeatedHost }
  }

  private mutating func addLength(_ text: String) throws(FramingError) {
    guard length == nil else { throw .repeatedContentLength }
    let isNumber = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, text.utf8.count <= Self.maximumLengthDigits, let value = Int(text) else {
      throw .malformedContentLength
    }
    length = value
  }

  private mutating func addEncoding(_ text: String) throws(FramingError) {
    guard text == "chunked", !isChunked else { throw .unsupportedTransferEncoding }
    isChunked = true
  }

  /// Returns a value without spaces and tabs at its ends.
  private static func trimmed(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let rest = value.drop(while: isBlank)
    guard let last = rest.lastIndex(where: { !isBlank($0) }) else { return [] }
    return rest[...last]
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private static func lowercased(_ text: ArraySlice<UInt8>) -> String {
    String(decoding: text, as: UTF8.self).lowercased()
  }
}
