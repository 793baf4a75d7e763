// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

extension System {
  /// Whether writing to a pipe without a reader ends this process, as its parent has left it.
  static let diesOfBrokenPipes = !isIgnoring(SIGPIPE)

  /// Makes writing to a pipe without a reader an error instead of the end of the process.
  static func ignoreBrokenPipes() {
    _ = diesOfBrokenPipes
    signal(SIGPIPE, SIG_IGN)
  }

  /// Ends the process as a pipe without a reader does.
  static func dieOfBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    kill(getpid(), SIGPIPE)
    waitForTermination()
  }

  // Only what is safe in a signal handler: a number of a pipe that was stored before.
  private static let signalPipe = Atomic<Descriptor>(-1)

  /// Calls `cleanUp` on its own thread when the process is told to end by Ctrl-C, hangup or
  /// SIGTERM, and lets the signal do its work after that.
  static func beforeTermination(_ cleanUp: @escaping @Sendable () -> Void) {
    var ends: [Descriptor] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let readingEnd = ends[0]
    signalPipe.store(ends[1], ordering: .releasing)
    guard startThread({ waitForSignal(on: readingEnd, cleanUp) }) else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] { forward(number) }
  }

  /// Never returns, because a signal is about to end the process.
  static func waitForTermination() -> Never {
    while true { pause() }
  }

  private static func forward(_ number: Int32) {
    guard !isIgnoring(number) else { return }
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = Glibc.write(System.signalPipe.load(ordering: .acquiring), &byte, 1)
      errno = error
    }
  }

  /// Whether a signal is switched off.
  ///
  /// What the parent process switched off, like Ctrl-C for a job in the background, stays so.
  static func isIgnoring(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return true }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func waitForSignal(on pipe: Descriptor, _ cleanUp: () -> Void) {
    guard let number = try? read(pipe, count: 1).first else { return }
    cleanUp()
    signal(Int32(number), SIG_DFL)
    kill(getpid(), Int32(number))
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    if status == 0 { pthread_detach(thread) } else { work.release() }
    return status == 0
  }
}
