// SPDX-License-Identifier: Apache-2.0

extension RequestFraming {
  /// Reads one byte that is not content.
  mutating func step(_ byte: UInt8) throws(FramingError) -> Event? {
    switch state {
    case .chunkSize, .chunkExtension, .chunkSizeEnd, .chunkEnd, .chunkLineEnd:
      try stepChunk(byte)
      return nil
    default: break
    }
    message.headerByteCount += 1
    guard message.headerByteCount <= limits.headerByteCount else { throw .longHeader }
    guard byte != 0 else { throw .nul }
    switch state {
    case .lineStart, .name, .value, .valueEnd: try stepField(byte)
    case .blockEnd:
      try expectLineFeed(byte)
      return try endBlock()
    default: try stepRequestLine(byte)
    }
    return nil
  }

  private mutating func stepRequestLine(_ byte: UInt8) throws(FramingError) {
    switch state {
    case .emptyLine:
      try expectLineFeed(byte)
      state = .start
      message.emptyByteCount = message.headerByteCount
    case .start where byte == .carriageReturn:
      state = .emptyLine
      message.emptyByteCount = message.headerByteCount
    case .start, .method: try stepMethod(byte)
    case .targetStart, .target: try stepTarget(byte)
    case .version: try stepVersion(byte)
    default:
      try expectLineFeed(byte)
      state = .lineStart
    }
  }

  private mutating func stepMethod(_ byte: UInt8) throws(FramingError) {
    if byte == .space, state == .method {
      let name = String(decoding: message.name, as: UTF8.self)
      guard name != "CONNECT" else { throw .tunnel }
      guard RequestMethods.known.contains(name) || name == RequestMethods.preface else {
        throw .unknownMethod
      }
      message.name = []
      state = .targetStart
      return
    }
    guard byte != .lineFeed, byte != .carriageReturn else { throw lineEndError(byte) }
    guard byte.isTokenByte else { throw .malformedRequestLine }
    message.name.append(byte)
    state = .method
  }

  private mutating func stepTarget(_ byte: UInt8) throws(FramingError) {
    guard byte != .space || state == .targetStart else { return state = .version }
    guard byte != .lineFeed, byte != .carriageReturn else { throw lineEndError(byte) }
    guard byte != .space, !byte.isControl else { throw .malformedRequestLine }
    state = .target
  }

  private mutating func stepVersion(_ byte: UInt8) throws(FramingError) {
    guard byte == .carriageReturn else {
      guard byte != .lineFeed else { throw .bareLineEnd }
      guard message.name.count < 8 else { throw .malformedRequestLine }
      message.name.append(byte)
      return
    }
    let version = String(decoding: message.name, as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .malformedRequestLine }
    message.isVersion10 = version == "HTTP/1.0"
    state = .requestLineEnd
  }

  /// Ends a header or a trailer.
  private mutating func endBlock() throws(FramingError) -> Event {
    guard !message.isHeaderComplete else { return end() }
    let isVersion10 = message.isVersion10
    switch try message.fields.body(isVersion10: isVersion10) {
    case .length(let length): state = .content(length)
    case .chunked: state = .chunkSize
    }
    message.isLast = message.fields.isLast(isVersion10: isVersion10)
    message.isHeaderComplete = true
    message.headerByteCount = 0
    return .header
  }

  /// The error of a line that ends too early.
  private func lineEndError(_ byte: UInt8) -> FramingError {
    byte == .lineFeed ? .bareLineEnd : .malformedRequestLine
  }

  func expectLineFeed(_ byte: UInt8) throws(FramingError) {
    guard byte == .lineFeed else { throw .bareLineEnd }
  }
}
