// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import CLibPQ
  import Glibc
  import Synchronization

  /// The thread that waits for the sockets of all connections.
  ///
  /// Dispatch sources are not used: one that is suspended between waits sometimes misses that its peer has
  /// closed the connection.
  final class SocketPoller: Sendable {
    static let shared = SocketPoller()

    private struct State {
      var lastNumber: UInt64 = 0
      var handlers: [UInt64: @Sendable () -> Void] = [:]
    }

    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let state = Mutex(State())

    private init() {
      // The thread runs as long as the process, which keeps this object.
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { poller in
          poller.map { Unmanaged<SocketPoller>.fromOpaque($0).takeRetainedValue().run() }
          return nil
        }, Unmanaged.passRetained(self).toOpaque())
      pthread_detach(thread)
    }

    /// Adds a socket, of which nothing is reported yet.
    ///
    /// - Parameters:
    ///   - socket: The descriptor, which stays open until it is removed.
    ///   - handler: Called on the thread of the poller.
    /// - Returns: The number of the socket for the poller; `nil` if the system has no room.
    func add(_ socket: Int32, handler: @escaping @Sendable () -> Void) -> UInt64? {
      let number = state.withLock { state in
        state.lastNumber += 1
        state.handlers[state.lastNumber] = handler
        return state.lastNumber
      }
      if control(EPOLL_CTL_ADD, socket, number, events: 0) { return number }
      remove(socket, number)
      return nil
    }

    /// Reports once when bytes can be read, or also when bytes can be written, or when the connection has ended.
    func arm(_ socket: Int32, _ number: UInt64, forWriting: Bool) {
      let events = EPOLLIN.rawValue | (forWriting ? EPOLLOUT.rawValue : 0)
      _ = control(EPOLL_CTL_MOD, socket, number, events: events)
    }

    /// Removes a socket; its handler is not called any more, except by a report in progress.
    func remove(_ socket: Int32, _ number: UInt64) {
      _ = control(EPOLL_CTL_DEL, socket, number, events: 0)
      state.withLock { $0.handlers[number] = nil }
    }

    private func control(_ operation: Int32, _ socket: Int32, _ number: UInt64, events: UInt32)
      -> Bool
    {
      var event = epoll_event(
        events: events | EPOLLONESHOT.rawValue, data: epoll_data_t(u64: number))
      return epoll_ctl(epoll, operation, socket, &event) == 0
    }

    private func run() {
      var events = [epoll_event](repeating: epoll_event(), count: 64)
      while true {
        let count = epoll_wait(epoll, &events, Int32(events.count), -1)
        // Without a descriptor for epoll, no socket could be added.
        guard count >= 0 || errno == EINTR else { return }
        for event in events.prefix(Int(max(count, 0))) {
          state.withLock { $0.handlers[event.data.u64] }?()
        }
      }
    }
  }
#endif
