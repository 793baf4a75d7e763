// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Dispatch
  import Glibc
  import Testing

  @testable import PostgreSQLClient

  @Suite struct SocketWatchTests {
    /// Two connected sockets, closed at the end.
    private final class Pair {
      let near: Int32
      let far: Int32

      init() throws {
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        (near, far) = (sockets[0], sockets[1])
      }

      deinit {
        close(near)
        close(far)
      }
    }

    private func watch(_ pair: Pair, for duration: Duration) throws -> SocketWatch {
      let watch = try #require(SocketWatch(pair.near))
      watch.setDeadline(.now() + duration)
      return watch
    }

    @Test func aPeerThatIsSilentIsLate() async throws {
      let pair = try Pair()
      let watch = try watch(pair, for: .milliseconds(20))
      #expect(await watch.wait() == .late)
      #expect(await watch.wait() == .late)
    }

    /// The timer is not set again for a later deadline.
    @Test func theLastDeadlineCounts() async throws {
      let pair = try Pair()
      let watch = try watch(pair, for: .milliseconds(20))
      let start = ContinuousClock.now
      watch.setDeadline(.now() + .milliseconds(300))
      #expect(await watch.wait() == .late)
      #expect(.now - start >= .milliseconds(300))
      for duration in [Duration.seconds(3_600), .milliseconds(20)] {
        watch.setDeadline(.now() + duration)
      }
      #expect(await watch.wait() == .late)
    }

    @Test func aPeerThatHasAnsweredIsNotLateAfterTheDeadline() async throws {
      let pair = try Pair()
      let watch = try watch(pair, for: .seconds(-1))
      try #require(write(pair.far, "x", 1) == 1)
      #expect(await watch.wait() == .ready)
      var byte: UInt8 = 0
      try #require(read(pair.near, &byte, 1) == 1)
      #expect(await watch.wait() == .late)
      #expect(await watch.wait(orForWriting: true) == .ready)
    }

    @Test func anEndIsReportedAfterTheDeadline() async throws {
      let pair = try Pair()
      let watch = try watch(pair, for: .seconds(-1))
      shutdown(pair.far, Int32(SHUT_RDWR))
      #expect(await watch.wait() == .ready)
    }

    @Test func aClosedWatchIsNeitherLateNorReady() async throws {
      let pair = try Pair()
      let watch = try watch(pair, for: .seconds(60))
      try #require(write(pair.far, "x", 1) == 1)
      watch.close()
      #expect(await watch.wait() == .closed)
    }
  }
#endif
