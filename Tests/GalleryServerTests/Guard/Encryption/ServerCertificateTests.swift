// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Hummingbird
import HummingbirdCore
import HummingbirdTesting
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import Testing

@testable import GalleryServer

struct ServerCertificateTests {
  private struct Files {
    let folder: String

    var certificate: String { folder + "/certificate.pem" }
    var key: String { folder + "/key.pem" }

    func write(_ certificate: String, _ key: String) throws {
      try Data(certificate.utf8).write(to: URL(fileURLWithPath: self.certificate))
      try Data(key.utf8).write(to: URL(fileURLWithPath: self.key))
    }

    func load() throws -> ServerCertificate {
      try ServerCertificate(certificatePath: certificate, keyPath: key, interval: .zero)
    }
  }

  private func inFolder(_ body: (Files) async throws -> Void) async throws {
    try await ProgramTests.inFolder { try await body(Files(folder: $0)) }
  }

  /// Sends a request over TLS; returns what arrives, and the certificate of the server.
  private static func exchange(
    _ text: String, on port: Int
  ) async throws -> (received: String, certificate: String) {
    let context = try NIOSSLContext(configuration: .makeClientConfiguration())
    let peer = Peer()
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          // The tests compare the certificate itself; its dates do not matter.
          let handler = try NIOSSLClientHandler(
            context: context, serverHostname: nil,
            customVerificationCallback: { certificates, promise in
              peer.note(certificates.first)
              promise.succeed(.certificateVerified)
            })
          try channel.pipeline.syncOperations.addHandler(handler)
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel)
        }
      }
    let received = try await channel.executeThenClose { inbound, outbound in
      try await outbound.write(ByteBuffer(string: text))
      var received = ""
      for try await buffer in inbound { received += String(buffer: buffer) }
      return received
    }
    return (received, peer.text)
  }

  /// The certificate that a server has shown, as the text of a PEM file has it.
  private final class Peer: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    var text: String { Data(bytes.withLock(\.self)).base64EncodedString() }

    func note(_ certificate: NIOSSLCertificate?) {
      let found = (try? certificate?.toDERBytes()) ?? []
      bytes.withLock { $0 = found }
    }
  }

  private static func bytes(_ pem: String) -> String {
    pem.split(separator: "\n").filter { !$0.hasPrefix("-") }.joined()
  }

  private static let last = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"

  @Test func servesTheNewCertificateAfterAChange() async throws {
    try await inFolder { files in
      let (first, second) = (TestCertificate.first, TestCertificate.second)
      try files.write(first.certificate, first.key)
      let connections = GuardedConnections(certificate: try files.load())
      let router = Router()
      router.get("/") { _, _ in "hello" }
      let application = Application(
        responder: router.buildResponder(), server: connections.server,
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
      try await application.test(.live) { client in
        let port = try #require(client.port)
        let old = try await Self.exchange(Self.last, on: port)
        #expect(old.received.hasPrefix("HTTP/1.1 200 OK"))
        #expect(old.received.hasSuffix("hello"))
        #expect(old.certificate == Self.bytes(first.certificate))
        // While the files do not fit together, the old one stays.
        try files.write(second.certificate, first.key)
        let between = try await Self.exchange(Self.last, on: port)
        #expect(between.certificate == Self.bytes(first.certificate))
        try files.write(second.certificate, second.key)
        let new = try await Self.exchange(Self.last, on: port)
        #expect(new.certificate == Self.bytes(second.certificate))
        // The guard sees what was decrypted.
        let wrong = try await Self.exchange("GET / HTTP/1.1\r\n\r\n", on: port)
        #expect(wrong.received.hasPrefix("HTTP/1.1 400"))
        // Plain text is no handshake.
        let plain = try await RawConnection.received(Self.last, from: port)
        #expect(!plain.contains("HTTP/1.1 200"))
      }
    }
  }

  @Test(.timeLimit(.minutes(2))) func closesConnectionsOfAnAddressThatHasTooMany() async throws {
    try await inFolder { files in
      try files.write(TestCertificate.first.certificate, TestCertificate.first.key)
      var limits = ConnectionLimits()
      limits.maximumConnectionCountPerAddress = 1
      limits.sharedAddresses = []
      (limits.headerDuration, limits.writeStallDuration) = (.seconds(3_600), .seconds(3_600))
      let connections = GuardedConnections(limits: limits, certificate: try files.load())
      let application = Application(
        responder: Router().buildResponder(), server: connections.server,
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)))
      try await application.test(.live) { client in
        let port = try #require(client.port)
        // The client of the test has a connection. No other one ever begins a handshake.
        while connections.statistics.open == 0 { try await Task.sleep(for: .milliseconds(2)) }
        let silent = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
          .connect(host: "127.0.0.1", port: port).get()
        try await silent.closeFuture.get()
        while connections.statistics.open > 1 { try await Task.sleep(for: .milliseconds(2)) }
        #expect(connections.statistics.closed == [.tooManyConnections: 1])
      }
    }
  }

  @Test func refusesFilesThatDoNotFit() async throws {
    try await inFolder { files in
      let (first, second) = (TestCertificate.first, TestCertificate.second)
      for (certificate, key) in [
        (first.certificate, second.key), (first.key, first.key), ("", first.key),
        (first.certificate, ""), (first.certificate, first.certificate),
      ] {
        try files.write(certificate, key)
        let error = #expect(throws: CertificateError.self) { try files.load() }
        #expect(error?.description.contains(files.folder) == true)
        #expect(error?.description.contains("MIGH") == false)
      }
      let missing = #expect(throws: CertificateError.self) {
        try ServerCertificate(certificatePath: files.folder + "/none", keyPath: files.key)
      }
      #expect(missing?.description.contains("/none") == true)
    }
  }

  @Test func theProgramSpeaksHTTPS() async throws {
    try await inFolder { files in
      try files.write(TestCertificate.first.certificate, TestCertificate.first.key)
      let server = try ServerChild(
        [
          "--store", files.folder + "/store", "--tls-certificate", files.certificate, "--tls-key",
          files.key,
        ], in: files.folder)
      defer { server.child.signal(SIGTERM) }
      let port = try await server.port()
      #expect(try server.child.text() == "listening on https://127.0.0.1:\(port)\n")
      let session =
        "POST /d HTTP/1.1\r\nHost: localhost:\(port)\r\nContent-Length: 7\r\n"
        + "Origin: https://localhost:\(port)\r\nConnection: close\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n\r\ntitle=a"
      let answer = try await Self.exchange(session, on: port)
      #expect(answer.received.hasPrefix("HTTP/1.1 303"))
      #expect(answer.certificate == Self.bytes(TestCertificate.first.certificate))
    }
  }
}
