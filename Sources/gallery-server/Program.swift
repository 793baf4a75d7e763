// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The command line of the server.
@main
struct Program: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gallery-server",
    abstract: "Serves a page store over the network.",
    version: "0.1.0",
    subcommands: [ServeCommand.self, TokenCommand.self],
    defaultSubcommand: ServeCommand.self)

  static func main() async {
    StandardStreams.open()
    await main(nil)
  }
}
