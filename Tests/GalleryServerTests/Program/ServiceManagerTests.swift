// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Glibc
import Testing

/// What the program tells the service manager that started it.
struct ServiceManagerTests {
  /// A socket in the place of systemd's.
  private final class Manager: Sendable {
    private let descriptor: Int32

    init(at name: String) throws {
      let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
      self.descriptor = descriptor
      var limit = timeval(tv_sec: 120, tv_usec: 0)
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      let bytes = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
      let status = withUnsafePointer(to: address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(descriptor, address, socklen_t(2 + bytes.count))
        }
      }
      try #require(status == 0, "\(name): \(errno)")
    }

    deinit { close(descriptor) }

    /// Waits for the next datagram.
    func next() async -> String {
      await withCheckedContinuation { waiter in
        DispatchQueue(label: "manager").async {
          var bytes = [UInt8](repeating: 0, count: 100)
          let count = recv(self.descriptor, &bytes, bytes.count, 0)
          waiter.resume(returning: String(decoding: bytes[..<max(0, count)], as: UTF8.self))
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func theManagerIsToldWhenTheServerIsReadyAndWhenItEnds(isAbstract: Bool) async throws {
    try await ProgramTests.inFolder { folder in
      // A path has at most 107 bytes.
      let id = UUID().uuidString
      let name = isAbstract ? "@gallery-\(id)" : "/tmp/gallery-\(id)"
      defer { unlink(name) }
      let manager = try Manager(at: name)
      let server = try ServerChild(
        ["--store", folder + "/store"], environment: ["NOTIFY_SOCKET": name], in: folder)
      #expect(await manager.next() == "READY=1")
      // The address was printed before.
      _ = try await server.port()
      server.child.signal(SIGTERM)
      #expect(await manager.next() == "STOPPING=1")
      await server.child.waitUntilExit()
      #expect(server.child.process.terminationStatus == 0)
    }
  }

  @Test(arguments: ["", "relative", "/nowhere/socket", "/" + String(repeating: "x", count: 200)])
  func aServerWithoutAnAnsweringManagerServes(name: String) async throws {
    try await ProgramTests.inFolder { folder in
      let server = try ServerChild(
        ["--store", folder + "/store"], environment: ["NOTIFY_SOCKET": name], in: folder)
      #expect(try await server.port() > 0)
      server.child.signal(SIGTERM)
      await server.child.waitUntilExit()
      #expect(server.child.process.terminationStatus == 0)
    }
  }
}
