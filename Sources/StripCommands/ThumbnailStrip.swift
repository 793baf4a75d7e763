// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The life of the process.
package enum Main {
  /// The arguments of this process.
  static let arguments = RawArguments(System.arguments)

  /// Runs the command line with the arguments of this process, and ends it with their exit status.
  package static func run() async {
    System.reserveStandardDescriptors()
    System.ignoreBrokenPipes()
    if let thumbs {
      do { try await thumbs.run() } catch { end(with: error) }
    } else {
      await run(arguments.tokens)
    }
  }

  /// The command that shells call for one page after the other, `nil` if it is another one or cannot
  /// be run.
  ///
  /// Parsed without its siblings it starts in five sixths of the time. The whole parser says what is
  /// wrong with a command that it does not take.
  private static var thumbs: ThumbsCommand? {
    guard arguments.tokens.first == ThumbsCommand.configuration.commandName,
      CommandLineMistake(arguments.tokens, exists: { _ in true }) == nil
    else { return nil }
    let others = Array(arguments.tokens.dropFirst())
    return (try? ThumbsCommand.parseAsRoot(others)) as? ThumbsCommand
  }
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
