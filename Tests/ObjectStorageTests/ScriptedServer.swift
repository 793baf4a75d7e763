// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Synchronization

  /// A server that answers one request after the other as a test says.
  final class ScriptedServer: Sendable {
    enum Answer: Sendable {
      case status(Int, headers: [String] = [], body: String = "")
      /// The connection ends without an answer.
      case close
      /// The connection ends in the middle of the body.
      case cut
      /// The body arrives byte after byte, as long as the client waits.
      case drip(byteCount: Int)
      /// There is no answer as long as the client waits.
      case silence
    }

    /// A request that was received.
    struct Request: Sendable {
      /// The method and the path.
      let line: String
      /// The headers, with lowercase names.
      let headers: [String: String]
      let body: [UInt8]

      init(head: String, body: [UInt8]) {
        let lines = head.components(separatedBy: "\r\n")
        line = lines[0].replacingOccurrences(of: " HTTP/1.1", with: "")
        let fields = lines.dropFirst().compactMap { line -> (String, String)? in
          guard let colon = line.firstIndex(of: ":") else { return nil }
          let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
          return (line[..<colon].lowercased(), value)
        }
        headers = Dictionary(fields) { "\($0), \($1)" }
        self.body = body
      }
    }

    let port: UInt16
    /// The time after which a client gives up a request: short only for a server that is silent, because a busy
    /// machine may answer late.
    let patience: Duration
    private let listener: Int32
    private let answers: Mutex<[Answer]>
    private let received = Mutex<[Request]>([])

    init(_ answers: [Answer]) throws {
      self.answers = Mutex(answers)
      let isSilent = answers.contains { if case .silence = $0 { true } else { false } }
      patience = isSilent ? .seconds(30) : .seconds(300)
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
          if let request = Self.request(client) {
            self?.received.withLock { $0.append(request) }
            Self.send(answer, to: client)
          }
          close(client)
        }
        close(listener)
      }
    }

    /// The number of answers that were not asked for.
    var remainingCount: Int { answers.withLock(\.count) }

    /// The requests so far.
    var requests: [Request] { received.withLock(\.self) }

    private static func request(_ client: Int32) -> Request? {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        if let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) {
          let head = Request(
            head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self), body: [])
          let body = bytes[end.upperBound...]
          if body.count >= Int(head.headers["content-length"] ?? "") ?? 0 {
            return Request(
              head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self), body: Array(body))
          }
        }
        let count = recv(client, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        bytes += buffer[..<count]
      }
    }

    private static func send(_ answer: Answer, to client: Int32) {
      switch answer {
      case .status(let status, let headers, let body):
        let lines = ["HTTP/1.1 \(status) Status", "connection: close"] + headers
        write(
          "\(lines.joined(separator: "\r\n"))\r\ncontent-length: \(body.utf8.count)\r\n\r\n\(body)",
          client)
      case .close: break
      case .cut: write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc", client)
      case .drip(let byteCount):
        write("HTTP/1.1 200 OK\r\ncontent-length: \(byteCount)\r\n\r\n", client)
        while Foundation.send(client, "x", 1, Int32(MSG_NOSIGNAL)) > 0 { usleep(1_000) }
      case .silence:
        var buffer = [UInt8](repeating: 0, count: 100)
        while recv(client, &buffer, buffer.count, 0) > 0 {}
      }
    }

    private static func write(_ text: String, _ client: Int32) {
      _ = Foundation.send(client, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }
  }
#endif
