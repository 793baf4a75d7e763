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
  private static let maximumLengthDigits = 18

  private var hostCount = 0
  private var length: Int?
  private var isChunked = false
  private var options: [String] = []
  private var hasUpgrade = false

  /// Returns whether a field with a name in lowercase decides anything.
  static func include(_ name: [UInt8]) -> Bool { names.contains(name) }

  /// Adds a field with one of these names.
  mutating func add(_ name: [UInt8], _ value: [UInt8]) throws(FramingError) {
    let text = String(decoding: value, as: UTF8.self).trimmed.lowercased()
    switch String(decoding: name, as: UTF8.self) {
    case "host": try addHost()
    case "content-length": try addLength(text)
    case "transfer-encoding": try addEncoding(text)
    case "connection": options += text.split(separator: ",").map { String($0).trimmed }
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
}

extension String {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0 == " " || $0 == "\t" }
    let end = start.reversed().drop { $0 == " " || $0 == "\t" }
    return String(end.reversed())
  }
}
