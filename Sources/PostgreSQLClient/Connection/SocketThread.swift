// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import CLibPQ
  import Dispatch
  import Glibc
  import Synchronization

  /// A thread that waits for the sockets of connections, and runs the tasks that prefer it.
  ///
  /// A task that runs where its socket is waited for goes on as soon as the server has answered: no other thread has to
  /// be woken for it.
  ///
  /// Dispatch sources are not used: one that is suspended between waits sometimes misses that its peer has
  /// closed the connection.
  public final class SocketThread: Sendable {
    /// The thread of connections that name no other one.
    public static let shared = SocketThread()

    /// A thread for the connections on which a process makes one transaction after the other, and for their tasks, which
    /// must not block it.
    public static let writers = SocketThread()

    private struct State {
      var lastNumber = SocketThread.wakeUpNumber
      var handlers: [UInt64: @Sendable () -> Void] = [:]
      var jobs: [UnownedJob] = []
      /// Whether the thread is going to look for jobs before it waits.
      var isAwake = true
    }

    /// The number of the event that wakes the thread.
    private static let wakeUpNumber: UInt64 = 0

    private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    private let wakeUp = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    private let state = Mutex(State())

    /// Whether the event can wake the thread.
    private let canBeWoken: Bool
    /// Whether there is a thread: the system may have no room for one.
    private let isRunning: Atomic<Bool>

    private init() {
      var event = epoll_event(
        events: EPOLLIN.rawValue, data: epoll_data_t(u64: Self.wakeUpNumber))
      canBeWoken = epoll_ctl(epoll, EPOLL_CTL_ADD, wakeUp, &event) == 0
      isRunning = Atomic(true)
      // The thread runs as long as the process, which keeps this object.
      let object = Unmanaged.passRetained(self)
      var thread = pthread_t()
      let failure = pthread_create(
        &thread, nil,
        { object in
          object.map { Unmanaged<SocketThread>.fromOpaque($0).takeRetainedValue().run() }
          return nil
        }, object.toOpaque())
      if failure == 0 {
        pthread_detach(thread)
      } else {
        object.release()
        isRunning.store(false, ordering: .relaxed)
      }
    }

    private func run() {
      var events = [epoll_event](repeating: epoll_event(), count: 64)
      while true {
        let hasRun = runJobs()
        // Without a descriptor, nothing wakes this thread.
        let patience: Int32 = hasRun ? 0 : canBeWoken ? -1 : 1
        let count = epoll_wait(epoll, &events, Int32(events.count), patience)
        if count < 0, errno != EINTR { usleep(1_000) }
        state.withLock { $0.isAwake = true }
        for event in events.prefix(Int(max(count, 0))) { handle(event.data.u64) }
      }
    }

    private func handle(_ number: UInt64) {
      if number == Self.wakeUpNumber {
        var count = eventfd_t()
        eventfd_read(wakeUp, &count)
      } else {
        state.withLock { $0.handlers[number] }?()
      }
    }
  }

  // MARK: - Sockets

  extension SocketThread {
    /// Adds a socket, of which nothing is reported yet.
    ///
    /// - Parameters:
    ///   - socket: The descriptor, which stays open until it is removed.
    ///   - handler: Called on the thread.
    /// - Returns: The number of the socket for the thread; `nil` if the system has no room.
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
  }

  // MARK: - Jobs

  extension SocketThread: TaskExecutor {
    /// Lets a job of a task run on the thread.
    public func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      guard isRunning.load(ordering: .relaxed) else {
        // Tasks end nevertheless, those that wait for a socket with their deadline.
        return DispatchQueue.global().async {
          job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
      }
      let isAsleep = state.withLock { state in
        state.jobs.append(job)
        defer { state.isAwake = true }
        return !state.isAwake
      }
      if isAsleep { eventfd_write(wakeUp, 1) }
    }

    /// Runs the jobs that are there.
    ///
    /// - Returns: Whether there was one: it may have added others.
    private func runJobs() -> Bool {
      let jobs = state.withLock { state in
        defer { state.jobs.removeAll() }
        state.isAwake = !state.jobs.isEmpty
        return state.jobs
      }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      return !jobs.isEmpty
    }
  }
#endif
