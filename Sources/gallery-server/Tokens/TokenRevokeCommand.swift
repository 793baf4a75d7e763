// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import GalleryServer

/// The command that revokes a token.
struct TokenRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revokes a token: it gives no access any more, and the sessions of browsers end.",
    discussion: """
      A server that runs notices it within 10 milliseconds, or within a second for a store on servers; streams \
      of events end within 15 seconds.
      """)

  @OptionGroup var target: TokenStore

  @Argument(help: "The number of the token, as 'token list' shows it.")
  var id: Int64

  func run() async throws {
    try await TokenReport.run {
      let now = Date()
      let found = try await target.withTokens { storage in
        try await storage.revokeToken(id, at: now)
      }
      guard let record = found else {
        throw StartupFailure(
          .missingInput,
          "the store \(try target.place()) has no token \(id); 'token list' shows them")
      }
      let representation = TokenRepresentation(record, at: now)
      guard !target.json else { return try TokenReport.printJSON(representation) }
      StandardStreams.print("revoked token \(id)", to: .output)
    }
  }
}
