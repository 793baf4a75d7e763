// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import Glibc
import Synchronization

extension ThisProcess {
  /// Whether SIGPIPE ends this process, as inherited from the parent.
  static let diesOfBrokenPipes = !isIgnoring(SIGPIPE)

  /// Ignores SIGPIPE, so that writing to a pipe without a reader fails with an error.
  static func ignoreBrokenPipes() {
    _ = diesOfBrokenPipes
    signal(SIGPIPE, SIG_IGN)
  }

  /// Ends the process by SIGPIPE.
  static func dieOfBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    kill(getpid(), SIGPIPE)
    waitForTermination()
  }

  // The handler only uses what is async-signal-safe: a descriptor that was stored before.
  private static let signalPipe = Atomic<Int32>(-1)

  /// Calls `cleanUp` on a separate thread at SIGINT, SIGHUP or SIGTERM, and then lets the signal
  /// take effect.
  static func beforeTermination(_ cleanUp: @escaping @Sendable () -> Void) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    let readingEnd = ends[0]
    signalPipe.store(ends[1], ordering: .releasing)
    guard startThread({ waitForSignal(on: readingEnd, cleanUp) }) else { return }
    for number in [SIGINT, SIGTERM, SIGHUP] { forward(number) }
  }

  /// Blocks forever, because a signal is about to end the process.
  static func waitForTermination() -> Never {
    while true { pause() }
  }

  private static func forward(_ number: Int32) {
    guard !isIgnoring(number) else { return }
    signal(number) { number in
      let error = errno
      var byte = UInt8(truncatingIfNeeded: number)
      _ = Glibc.write(ThisProcess.signalPipe.load(ordering: .acquiring), &byte, 1)
      errno = error
    }
  }

  /// Whether a signal is ignored.
  ///
  /// A signal that the parent ignores, such as SIGINT for a background job, stays ignored.
  static func isIgnoring(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return true }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func waitForSignal(on pipe: Int32, _ cleanUp: () -> Void) {
    guard let number = try? SystemCalls.bytes(of: pipe, byteCount: 1).first else { return }
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
