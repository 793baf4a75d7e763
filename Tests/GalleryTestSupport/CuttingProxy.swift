// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import Synchronization

  /// A proxy of the connections to a PostgreSQL server's socket, which cuts one of them at a byte.
  public final class CuttingProxy: Sendable {
    /// The direction in which bytes pass.
    public enum Direction: Sendable, CaseIterable {
      case toServer, toClient
    }

    private struct WeakProxy: Sendable {
      weak let proxy: CuttingProxy?
    }

    private struct State {
      var counts: [Direction: Int] = [:]
      var cut: (direction: Direction, byte: Int)?
    }

    /// The folder of the proxy's own socket.
    public let folder: String
    private let listener: Int32
    private let state: Mutex<State>

    /// The location of the server behind this proxy.
    public var location: String {
      "host=\(folder) user=page dbname=postgres sslmode=disable gssencmode=disable"
    }

    /// Creates a proxy that cuts before a byte of a direction; it cuts nothing without one.
    public init(to serverFolder: String, cut: (direction: Direction, byte: Int)? = nil) throws {
      folder = FileManager.default.temporaryDirectory.path + "/cut-\(UUID().uuidString.prefix(8))"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      state = Mutex(State(cut: cut))
      listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      _ = Self.withAddress(folder) { bind(listener, $0, $1) }
      guard listen(listener, 16) == 0 else { throw CocoaError(.fileWriteUnknown) }
      let (descriptor, proxy) = (listener, WeakProxy(proxy: self))
      Thread.detachNewThread {
        while true {
          let client = accept(descriptor, nil, nil)
          guard client >= 0 else { return }
          Thread.detachNewThread { proxy.proxy?.forward(client, serverFolder) }
        }
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// The number of bytes that passed, of all connections.
    public func count(_ direction: Direction) -> Int {
      state.withLock { $0.counts[direction] ?? 0 }
    }

    /// Cuts the connection that carries a byte of those that pass from now on.
    public func cut(_ direction: Direction, afterBytes count: Int) {
      state.withLock { $0.cut = (direction, ($0.counts[direction] ?? 0) + count) }
    }

    /// Whether it is still to cut a connection.
    public var isArmed: Bool { state.withLock { $0.cut != nil } }

    private func forward(_ client: Int32, _ serverFolder: String) {
      let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      defer { for each in [client, server] { close(each) } }
      guard Self.withAddress(serverFolder, { connect(server, $0, $1) }) == 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        var polled = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        guard poll(&polled, 2, 60_000) > 0 else { return }
        for (direction, from, to) in [
          (Direction.toServer, client, server), (.toClient, server, client),
        ] where polled[direction == .toServer ? 0 : 1].revents != 0 {
          let read = recv(from, &buffer, buffer.count, 0)
          guard read > 0 else { return }
          let kept = passing(read, direction)
          guard send(to, buffer, kept, Int32(MSG_NOSIGNAL)) == kept, kept == read else { return }
        }
      }
    }

    /// Counts bytes, and returns how many of them pass.
    private func passing(_ count: Int, _ direction: Direction) -> Int {
      state.withLock { state in
        let passed = state.counts[direction] ?? 0
        var kept = count
        if let cut = state.cut, cut.direction == direction, passed + count > cut.byte {
          kept = cut.byte - passed
          state.cut = nil
        }
        state.counts[direction] = passed + kept
        return kept
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
