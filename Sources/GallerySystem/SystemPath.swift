// SPDX-License-Identifier: Apache-2.0

/// A path, or the name of an entry of a folder, as the operating system takes it.
package protocol SystemPath {
  /// Calls `body` with the bytes and a zero byte behind them.
  func withTerminatedBytes<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result

  /// Whether a zero byte would cut the path short, so that another file were used than the one named.
  var isCutShort: Bool { get }
}

extension [UInt8]: SystemPath {
  /// Calls `body` with the bytes and a zero byte behind them.
  package func withTerminatedBytes<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = self + [0]
    return unsafe terminated.withUnsafeBufferPointer { buffer in
      unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { preconditionFailure("an empty buffer") }
        return unsafe body(start)
      }
    }
  }

  /// Whether there is a zero byte.
  package var isCutShort: Bool { contains(0) }
}

extension String: SystemPath {
  /// Calls `body` with the bytes in UTF-8 and a zero byte behind them.
  package func withTerminatedBytes<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe withCString(body)
  }

  /// Whether there is a zero byte.
  package var isCutShort: Bool { utf8.contains(0) }
}
