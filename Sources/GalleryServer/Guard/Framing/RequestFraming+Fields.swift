// SPDX-License-Identifier: Apache-2.0

extension RequestFraming {
  /// Reads one byte of a field line of a header or a trailer.
  mutating func stepField(_ byte: UInt8) throws(FramingError) {
    switch state {
    case .lineStart where byte == .carriageReturn: state = .blockEnd
    case .lineStart: try beginField(byte)
    case .name: try stepName(byte)
    case .value: try stepValue(byte)
    default:
      try expectLineFeed(byte)
      try endField()
    }
  }

  private mutating func beginField(_ byte: UInt8) throws(FramingError) {
    guard byte != .space, byte != .tab else { throw .foldedLine }
    guard byte != UInt8(ascii: ":") else { throw .malformedFieldName }
    message.fieldCount += 1
    guard message.fieldCount <= limits.fieldCount else { throw .tooManyFields }
    message.name = []
    message.value = []
    state = .name
    try stepName(byte)
  }

  private mutating func stepName(_ byte: UInt8) throws(FramingError) {
    guard byte != UInt8(ascii: ":") else { return try endName() }
    guard byte != .lineFeed else { throw .bareLineEnd }
    guard byte.isTokenByte else { throw .malformedFieldName }
    message.name.append(byte.lowercased)
  }

  /// Ends the name of a field; those of a trailer decide nothing, and it is too late for the length of a body.
  private mutating func endName() throws(FramingError) {
    message.decides = !message.isHeaderComplete && FramingFields.include(message.name)
    if message.isHeaderComplete, FramingFields.tellLength(message.name) { throw .forbiddenTrailer }
    state = .value
  }

  private mutating func stepValue(_ byte: UInt8) throws(FramingError) {
    guard byte != .carriageReturn else { return state = .valueEnd }
    guard byte != .lineFeed else { throw .bareLineEnd }
    guard byte == .tab || !byte.isControl else { throw .controlCharacter }
    if message.decides { message.value.append(byte) }
  }

  private mutating func endField() throws(FramingError) {
    if message.decides { try message.fields.add(message.name, message.value) }
    state = .lineStart
  }
}
