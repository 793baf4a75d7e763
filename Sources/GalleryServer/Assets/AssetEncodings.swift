// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Synchronization

/// The files of the viewer with gzip, each encoded once per process, when it is first requested.
final class AssetEncodings: Sendable {
  static let shared = AssetEncodings()

  private let encoded = Mutex<[String: [UInt8]]>([:])

  /// Returns the encoded bytes of a file.
  ///
  /// - Throws: `Problem` without memory for the encoder.
  func gzip(_ file: ViewerFile) throws(Problem) -> [UInt8] {
    try encoded.withLock { (encoded) throws(Problem) in
      if let known = encoded[file.name] { return known }
      let encoder = try GzipEncoder(isThorough: true)
      let output = encoder.encode(ByteBuffer(bytes: file.bytes), isLast: true)
      let bytes = Array(output.readableBytesView)
      encoded[file.name] = bytes
      return bytes
    }
  }
}
