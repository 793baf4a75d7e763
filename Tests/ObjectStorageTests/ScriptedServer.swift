// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Synchronization

  /// A server that answers one request after the other as a test says.
  final class ScriptedServer: Sendable {
    enum Answer: Sendable {
      case status(Int, body: String = "")
      /// The connection ends without an answer.
      case close
      /// The connection ends in the middle of the body.
      case cut
      /// There is no answer as long as the client waits.
      case silence
    }

    let port: UInt16
    private let listener: Int32
    private let answers: Mutex<[Answer]>

    init(_ answers: [Answer]) throws {
      self.answers = Mutex(answers)
      listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let listener = listener
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0
        }
      }
      guard isBound, listen(listener, 8) == 0 else { throw CocoaError(.fileWriteUnknown) }
      port = UInt16(bigEndian: address.sin_port)
      Thread.detachNewThread { [weak self] in
        while let answer = self?.answers.withLock(\.first) {
          let client = accept(listener, nil, nil)
          self?.answers.withLock { _ = $0.removeFirst() }
          Self.serve(client, answer)
        }
        close(listener)
      }
    }

    /// The number of answers that were not asked for.
    var remainingCount: Int { answers.withLock(\.count) }

    private static func serve(_ client: Int32, _ answer: Answer) {
      defer { close(client) }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      // The requests of these tests are one packet.
      guard recv(client, &buffer, buffer.count, 0) > 0 else { return }
      switch answer {
      case .status(let status, let body):
        write(
          "HTTP/1.1 \(status) Status\r\nconnection: close\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)",
          client)
      case .close: break
      case .cut: write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc", client)
      case .silence: while recv(client, &buffer, buffer.count, 0) > 0 {}
      }
    }

    private static func write(_ text: String, _ client: Int32) {
      _ = send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }
  }
#endif
