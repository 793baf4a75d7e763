// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import GalleryServer

/// The command that revokes a token.
struct TokenRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Revokes a token: it gives no access any more, and the sessions of browsers end.",
    discussion: "A server that runs notices it at once; streams of events end within 15 seconds.")

  @OptionGroup var target: TokenStore

  @Argument(help: "The number of the token, as 'token list' shows it.")
  var id: Int64

  func run() async throws {
    try await TokenReport.run {
      let now = Date()
      guard let record = try target.database().revokeToken(id, at: now) else {
        throw StartupFailure(
          .missingInput, "the store \(target.store) has no token \(id); 'token list' shows them")
      }
      let representation = TokenRepresentation(record, at: now)
      guard !target.json else { return try TokenReport.printJSON(representation) }
      StandardStreams.print("revoked token \(id)", to: .output)
    }
  }
}
