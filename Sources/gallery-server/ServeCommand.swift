// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryServer
import Logging
import PageStorage

/// The command that serves a store.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a page store until it is interrupted.",
    discussion: """
      If the folder is missing or empty, a store is created. When the server answers requests, it prints
      one line on standard output: listening on http://127.0.0.1:8080

      As long as no token was added to the store, a server on a loopback address is open to all programs
      of this machine, and does not start on another address, unless with --insecure. See 'token'.

      SIGTERM and SIGINT end the server when the requests in progress are answered, at the latest after
      10 seconds; a second signal ends it at once.
      """)

  @Option(help: "The folder of the store.")
  var store: String

  @Option(help: "The address and the port to listen on; port 0 takes a free one.")
  var listen = "127.0.0.1:8080"

  @Option(help: "The URL under which browsers know the server.")
  var publicURL: String?

  @Option(help: "A further host name under which the server answers; may be repeated.")
  var allowHost: [String] = []

  @Option(help: "The memory for thumbnails, in bytes, or with K, M or G.")
  var thumbnailMemory = "64M"

  @Flag(help: "Listen on an address that other machines reach although there is no token.")
  var insecure = false

  func validate() throws {
    guard !store.isEmpty else { throw ValidationError("--store needs a folder.") }
    guard ListenAddress(argument: listen) != nil else {
      throw ValidationError("--listen needs a host and a port, such as 127.0.0.1:8080.")
    }
    guard ByteCountArgument(argument: thumbnailMemory) != nil else {
      throw ValidationError("--thumbnail-memory needs a number of bytes, such as 64M.")
    }
    guard publicURL == nil || publicHost != nil else {
      throw ValidationError("--public-url needs a URL such as https://gallery.example.")
    }
  }

  func run() async throws {
    do {
      try await ServerProcess(options: self).run()
    } catch let failure as StartupFailure {
      throw failure.exit()
    }
  }

  /// The host of the public URL, without port.
  var publicHost: String? {
    guard let publicURL else { return nil }
    for scheme in ["http://", "https://"] where publicURL.hasPrefix(scheme) {
      let authority = publicURL.dropFirst(scheme.count).prefix { $0 != "/" }
      let isIPv6 = authority.hasPrefix("[")
      let host =
        isIPv6 ? authority.prefix { $0 != "]" } + "]" : authority.prefix { $0 != ":" }
      return host.isEmpty ? nil : String(host)
    }
    return nil
  }
}
