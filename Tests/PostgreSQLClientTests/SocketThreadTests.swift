// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Dispatch
  import Glibc
  import Synchronization
  import Testing

  @testable import PostgreSQLClient

  private final class Count: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .relaxed) }

    func add() { number.add(1, ordering: .relaxed) }
  }

  /// Tasks that run where sockets are waited for.
  @Suite struct SocketThreadTests {
    private static func threadNumber() -> pthread_t { pthread_self() }

    @Test func tasksRunOnTheThread() async {
      var numbers: Set<pthread_t> = []
      for _ in 0..<3 {
        let number = await Task(executorPreference: SocketThread.writers) {
          let first = Self.threadNumber()
          await Task.yield()
          return first == Self.threadNumber() ? first : 0
        }.value
        numbers.insert(number)
      }
      #expect(numbers.count == 1 && !numbers.contains(0))
      let other = await Task(executorPreference: SocketThread.shared) { Self.threadNumber() }.value
      #expect(!numbers.contains(other))
    }

    /// Jobs come from many threads while the thread goes to sleep and wakes up.
    @Test func noTaskIsForgotten() async {
      let count = Count()
      await withTaskGroup { group in
        for _ in 0..<8 {
          group.addTask {
            for number in 0..<500 {
              await Task(executorPreference: SocketThread.writers) {
                if number.isMultiple(of: 3) { await Task.yield() }
                count.add()
              }.value
            }
          }
        }
      }
      #expect(count.value == 4_000)
    }

    /// A task that never waits leaves the sockets their turn.
    @Test func socketsAreWatchedBesideTasks() async throws {
      var sockets: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
      defer { sockets.forEach { close($0) } }
      let watch = try #require(SocketWatch(sockets[0], on: .writers))
      watch.setDeadline(.now() + .seconds(60))
      let end = Count()
      let busy = Task(executorPreference: SocketThread.writers) {
        while end.value == 0 { await Task.yield() }
      }
      try #require(write(sockets[1], "x", 1) == 1)
      #expect(await watch.wait() == .ready)
      end.add()
      await busy.value
    }
  }
#endif
