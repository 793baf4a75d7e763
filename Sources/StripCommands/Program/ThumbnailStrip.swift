// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The life of the process.
package enum Main {
  /// Runs the command line with the arguments of this process, and ends it with their exit status.
  ///
  /// One thumbnail after the other needs no other thread, of which the first one brings several.
  package static func run() -> Never {
    System.reserveStandardDescriptors()
    System.ignoreBrokenPipes()
    let thumbs = thumbs
    if let thumbs, thumbs.needsOneThread {
      do { try thumbs.runOnThisThread() } catch { end(with: error) }
      System.end(status: 0)
    }
    do {
      try start(try thumbs ?? command(RawArguments.ofProcess.tokens))
    } catch {
      end(with: error)
    }
    System.runMainQueue()
  }

  /// Runs a command, and ends the process.
  private static func start(_ command: any ParsableCommand) throws {
    guard let command = command as? any AsyncParsableCommand else {
      var command = command
      try command.run()
      System.end(status: 0)
    }
    let own = OwnCommand(command: command)
    // Not among the few threads that tasks share: a command may wait there for files and signals.
    Task { @MainActor in
      var command = own.command
      do { try await command.run() } catch { end(with: error) }
      System.end(status: 0)
    }
  }

  /// The command that shells call for one page after the other, `nil` if it is another one or cannot
  /// be run.
  ///
  /// Parsed without its siblings it starts in five sixths of the time. The whole parser says what is
  /// wrong with a command that it does not take.
  private static var thumbs: ThumbsCommand? {
    guard RawArguments.ofProcess.tokens.first == ThumbsCommand.configuration.commandName,
      CommandLineMistake(RawArguments.ofProcess.tokens, exists: { _ in true }) == nil
    else { return nil }
    let others = Array(RawArguments.ofProcess.tokens.dropFirst())
    return (try? ThumbsCommand.parseAsRoot(others)) as? ThumbsCommand
  }
}

/// A command that is given to a task.
///
/// Unchecked, because nobody else has the command: the main thread waits for the end of the process.
private struct OwnCommand: @unchecked Sendable {
  let command: any AsyncParsableCommand
}

/// The command line.
struct ThumbnailStrip: AsyncParsableCommand {
  /// The version of the program, which packages have too.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "thumbnail-strip",
    abstract: "Make thumbnails of scanned pages, and pictures of their thumbnail strip.",
    discussion: HelpText.discussion,
    version: version,
    subcommands: [
      RenderCommand.self, InfoCommand.self, ThumbsCommand.self, ReplayCommand.self,
      AnimateCommand.self, StoreCommand.self, WatchCommand.self,
    ],
    defaultSubcommand: RenderCommand.self
  )
}
