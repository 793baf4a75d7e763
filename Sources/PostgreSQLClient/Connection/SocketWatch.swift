// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import Dispatch
  import Glibc
  import Synchronization

  /// Waits for a socket, of one task at a time, without a thread of their own.
  ///
  /// It watches a duplicate of the descriptor, so that the owner may close its own at any time.
  final class SocketWatch: Sendable {
    /// What a wait ended with.
    enum Outcome: Sendable {
      case ready, late, closed
    }

    private struct State {
      var waiter: CheckedContinuation<Outcome, Never>?
      var deadline = DispatchTime.distantFuture
      /// When the timer looks at the deadline, `nil` for never.
      var nextLook: DispatchTime?
      var isClosed = false

      /// Sets the timer, in the order in which it is decided.
      mutating func look(at time: DispatchTime, _ timer: any DispatchSourceTimer) {
        nextLook = time
        timer.schedule(deadline: time, leeway: .milliseconds(50))
      }
    }

    private static let queue = DispatchQueue(label: "page-gallery.postgresql.deadlines")

    private let thread: SocketThread
    private let descriptor: Int32
    private let number: UInt64
    private let state: StateBox
    // Dispatch sources are thread-safe; their protocols are not marked as such.
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// Creates a watch; `nil` if the process has too many open files.
    ///
    /// - Parameters:
    ///   - socket: An open socket.
    ///   - thread: The thread that waits for it.
    init?(_ socket: Int32, on thread: SocketThread = .shared) {
      self.thread = thread
      descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      guard descriptor >= 0 else { return nil }
      let state = StateBox()
      guard let number = thread.add(descriptor, handler: { state.finish(.ready) }) else {
        Glibc.close(descriptor)
        return nil
      }
      (self.state, self.number) = (state, number)
      timer = DispatchSource.makeTimerSource(queue: Self.queue)
      // The timer keeps itself until it is cancelled.
      timer.setEventHandler { [timer] in state.checkDeadline(timer) }
      timer.activate()
    }

    deinit {
      close()
      Glibc.close(descriptor)
    }

    /// Sets the time at which waits end as late, instead of an earlier setting.
    ///
    /// A timer that would fire before is not set again, which would wake a thread for each statement.
    func setDeadline(_ deadline: DispatchTime) {
      state.setDeadline(deadline, timer)
    }

    /// Waits until bytes can be read, or also until bytes can be written.
    ///
    /// A peer that has answered is not late: a process without time of its own may look at the answer only after
    /// the deadline.
    func wait(orForWriting: Bool = false) async -> Outcome {
      let outcome = await withCheckedContinuation { continuation in
        if let early = state.begin(continuation) {
          continuation.resume(returning: early)
        } else {
          thread.arm(descriptor, number, forWriting: orForWriting)
        }
      }
      return outcome == .late && isReady(orForWriting) ? .ready : outcome
    }

    private func isReady(_ orForWriting: Bool) -> Bool {
      var socket = pollfd(
        fd: descriptor, events: Int16(POLLIN | (orForWriting ? POLLOUT : 0)), revents: 0)
      return poll(&socket, 1, 0) > 0
    }

    /// Ends the present wait, and all later ones.
    func close() {
      guard state.close() else { return }
      timer.cancel()
      thread.remove(descriptor, number)
    }
  }

  extension SocketWatch {
    /// The state, which the thread and the timer keep while they use it.
    private final class StateBox: Sendable {
      private let state = Mutex(State())

      /// Sets the deadline, and the timer unless it fires before.
      func setDeadline(_ deadline: DispatchTime, _ timer: any DispatchSourceTimer) {
        state.withLock { state in
          state.deadline = deadline
          if let next = state.nextLook, next <= deadline { return }
          state.look(at: deadline, timer)
        }
      }

      /// Begins a wait; returns what it ends with at once.
      func begin(_ waiter: CheckedContinuation<Outcome, Never>) -> Outcome? {
        state.withLock { state in
          precondition(state.waiter == nil, "two tasks wait for one socket")
          if state.isClosed { return .closed }
          if state.deadline <= .now() { return .late }
          state.waiter = waiter
          return nil
        }
      }

      func finish(_ outcome: Outcome) {
        let waiter = state.withLock { state in
          defer { state.waiter = nil }
          return state.waiter
        }
        waiter?.resume(returning: outcome)
      }

      /// Ends the present wait if it is late; otherwise sets the timer again.
      func checkDeadline(_ timer: any DispatchSourceTimer) {
        let waiter = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
          guard state.deadline <= .now() else {
            state.look(at: state.deadline, timer)
            return nil
          }
          state.nextLook = nil
          defer { state.waiter = nil }
          return state.waiter
        }
        waiter?.resume(returning: .late)
      }

      /// Ends all waits; returns whether it is the first call.
      func close() -> Bool {
        let isFirst = state.withLock { state in
          defer { state.isClosed = true }
          return !state.isClosed
        }
        finish(.closed)
        return isFirst
      }
    }
  }
#endif
