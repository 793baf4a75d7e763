// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GallerySystem
import PageStorage

/// The output channels of a running command.
struct CommandSession {
  var output = StandardOutput()
  var reporter: Reporter

  /// The kinds of messages that the command may print.
  let messages: MessageKinds

  init(_ messages: MessageKinds = MessageKinds()) {
    self.messages = messages
    reporter = Reporter(isQuiet: messages.isQuiet)
  }
}

extension CommandSession {
  /// Writes status lines to standard output, in a command that was not asked for these lines.
  mutating func tell(_ lines: [UInt8]) throws(OutputError) {
    if !messages.isQuiet { try output.write(lines) }
  }

  /// Starts a progress display.
  mutating func startProgress(total: Int, unit: String = "pages") {
    reporter.progress = messages.showsProgress ? ProgressBar(total: total, unit: unit) : nil
  }

  /// Reports at the end that lines could not be written.
  mutating func reportLoss() {
    guard let loss = output.loss else { return }
    reporter.report(.lostOutput(loss), at: nil)
  }
}

/// The execution of a command's body, with conversion of errors to an exit status.
enum CommandRun {
  /// Runs `body`, then flushes the output.
  ///
  /// If the reader of standard output closes it early, as `head` does, the command ends silently by
  /// SIGPIPE, as is usual. If its product is pages or files, the work continues.
  static func perform(
    _ messages: MessageKinds = MessageKinds(), _ body: (inout CommandSession) throws -> Void
  ) throws {
    var session = CommandSession(messages)
    do {
      try body(&session)
      try session.output.flush()
    } catch {
      try handle(error, &session)
    }
    try finish(session)
  }

  /// Runs an asynchronous body.
  ///
  /// - Parameters:
  ///   - messages: The kinds of messages that it may print.
  ///   - threads: The threads that it runs on, `nil` for the usual ones.
  ///   - body: The body.
  /// - Throws: The exit status, if it is not zero.
  static func perform(
    _ messages: MessageKinds, on threads: WaitingThreads? = nil,
    _ body: (inout CommandSession) async throws -> Void
  ) async throws {
    var session = CommandSession(messages)
    do {
      try await withTaskExecutorPreference(threads) { try await body(&session) }
      try session.output.flush()
    } catch {
      session.reporter.progress?.clear()
      try handle(error, &session)
    }
    try finish(session)
  }

  private static func handle(_ error: any Error, _ session: inout CommandSession) throws {
    switch error {
    case let error as OutputError where error.cause.isBrokenPipe && ThisProcess.diesOfBrokenPipes:
      ThisProcess.dieOfBrokenPipe()
    case let error as OutputError: session.reporter.report(.standardOutput(error.cause), at: nil)
    case let error as SystemError: session.reporter.report(.system(error), at: nil)
    case let problem as Problem: session.reporter.report(problem, at: nil)
    case let error as PageStoreError: session.reporter.report(Problem(error), at: nil)
    case let error as PathProblem: session.reporter.report(error.problem, at: error.path)
    default: throw error
    }
  }

  private static func finish(_ session: CommandSession) throws {
    var session = session
    session.reportLoss()
    guard session.reporter.status == .success else {
      throw ExitCode(session.reporter.status.code)
    }
  }
}
