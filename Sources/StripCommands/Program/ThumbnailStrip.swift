// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The entry point of the process.
package enum Main {
  /// Runs the command line with the arguments of this process, and ends it with the exit status.
  ///
  /// Making thumbnails sequentially needs no other thread, and the first other thread brings
  /// several.
  package static func run() -> Never {
    ThisProcess.reserveStandardDescriptors()
    ThisProcess.ignoreBrokenPipes()
    do {
      let command = try command(RawArguments.ofProcess.tokens)
      if let thumbs = command as? ThumbsCommand, thumbs.needsOneThread {
        try thumbs.runOnThisThread()
        ThisProcess.end(status: 0)
      }
      try start(command)
    } catch {
      end(with: error)
    }
    ThisProcess.runMainQueue()
  }

  /// Runs a command and ends the process.
  private static func start(_ command: any ParsableCommand) throws {
    guard let command = command as? any AsyncParsableCommand else {
      var command = command
      try command.run()
      ThisProcess.end(status: 0)
    }
    let box = CommandBox(command: command)
    // Not on the cooperative thread pool: a command may block there on files and signals.
    Task { @MainActor in
      var command = box.command
      do { try await command.run() } catch { end(with: error) }
      ThisProcess.end(status: 0)
    }
  }
}

/// A command that is passed to a task.
///
/// The type is unchecked because only the task uses the command: the main thread waits for the end
/// of the process.
private struct CommandBox: @unchecked Sendable {
  let command: any AsyncParsableCommand
}

/// The root command.
struct ThumbnailStrip: AsyncParsableCommand {
  /// The version of the program and of its packages.
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "thumbnail-strip",
    abstract: "Make thumbnails of scanned pages, and pictures of their thumbnail strip.",
    discussion: HelpText.program,
    version: version,
    subcommands: [
      RenderCommand.self, InfoCommand.self, ThumbsCommand.self, ReplayCommand.self,
      AnimateCommand.self, StoreCommand.self, WatchCommand.self,
    ],
    defaultSubcommand: RenderCommand.self
  )
}
