// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import Synchronization

  /// A proxy of one connection to the server's socket, which it cuts after a number of bytes.
  final class CuttingProxy: Sendable {
    enum Direction: Sendable, CaseIterable {
      case toServer, toClient
    }

    /// The location of the server behind this proxy.
    let location: String
    private let listener: Int32
    private let folder: String
    private let counts = Mutex([Direction: Int]())

    /// Creates a proxy that cuts before a byte of a direction; it cuts nothing without one.
    init(to serverFolder: String, cut: (direction: Direction, byte: Int)?) throws {
      folder = FileManager.default.temporaryDirectory.path + "/cut-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      location = "host=\(folder) user=page dbname=postgres sslmode=disable gssencmode=disable"
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      _ = Self.withAddress(folder) { bind(listener, $0, $1) }
      guard listen(listener, 4) == 0 else { throw CocoaError(.fileWriteUnknown) }
      Thread.detachNewThread { [self] in forward(serverFolder, cut) }
    }

    deinit {
      close(listener)
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// The number of bytes that passed.
    func count(_ direction: Direction) -> Int { counts.withLock { $0[direction] ?? 0 } }

    private func forward(_ serverFolder: String, _ cut: (direction: Direction, byte: Int)?) {
      let client = accept(listener, nil, nil)
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { for each in [client, server] { close(each) } }
      guard client >= 0, Self.withAddress(serverFolder, { connect(server, $0, $1) }) == 0 else {
        return
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        var polled = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, 2, 60_000) > 0 else { return }
        for (direction, from, to) in [
          (Direction.toServer, client, server), (.toClient, server, client),
        ] where polled[direction == .toServer ? 0 : 1].revents != 0 {
          let read = recv(from, &buffer, buffer.count, 0)
          guard read > 0 else { return }
          let passed = count(direction)
          let isCut = cut.map { $0.direction == direction && passed + read > $0.byte } ?? false
          let kept = isCut ? (cut?.byte ?? 0) - passed : read
          guard send(to, buffer, kept, Int32(MSG_NOSIGNAL)) == kept else { return }
          counts.withLock { $0[direction, default: 0] += kept }
          if isCut { return }
        }
      }
    }

    /// Calls a function with the address of the socket in a folder.
    private static func withAddress(
      _ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) {
        $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8)
      }
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
    }
  }
#endif
