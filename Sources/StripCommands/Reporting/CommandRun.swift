// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PageStorage

/// What a command talks to people through while it runs.
struct CommandSession {
  var output = StandardOutput()
  var reporter: Reporter

  /// What it may print.
  let messages: Messages

  init(_ messages: Messages = Messages()) {
    self.messages = messages
    reporter = Reporter(isQuiet: messages.isQuiet)
  }
}

extension CommandSession {
  /// Writes lines about the work to standard output, where these are not what was asked for.
  mutating func tell(_ lines: [UInt8]) throws(OutputError) {
    if !messages.isQuiet { try output.write(lines) }
  }

  /// Starts to show how far the work is.
  mutating func startProgress(total: Int, unit: String = "pages") {
    reporter.progress = messages.showsProgress ? ProgressBar(total: total, unit: unit) : nil
  }

  /// Says, in the end, that lines could not be written.
  mutating func reportLoss() {
    guard let loss = output.loss else { return }
    reporter.report(.lostOutput(loss), at: nil)
  }
}

/// Runs the body of a command and turns its end into an exit status.
enum CommandRun {
  /// Runs `body`, then writes what is left of the output.
  ///
  /// A reader of standard output that goes away, as `head` does, has seen enough: the command ends
  /// without a word by SIGPIPE, as others do. Where pages or files are the product, the work goes on.
  static func perform(
    _ messages: Messages = Messages(), _ body: (inout CommandSession) throws -> Void
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

  /// Runs a body that waits for work on other threads.
  static func perform(
    _ messages: Messages, _ body: (inout CommandSession) async throws -> Void
  ) async throws {
    var session = CommandSession(messages)
    do {
      try await body(&session)
      try session.output.flush()
    } catch {
      session.reporter.progress?.clear()
      try handle(error, &session)
    }
    try finish(session)
  }

  private static func handle(_ error: any Error, _ session: inout CommandSession) throws {
    switch error {
    case let error as OutputError where error.cause.isBrokenPipe && System.diesOfBrokenPipes:
      System.dieOfBrokenPipe()
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
