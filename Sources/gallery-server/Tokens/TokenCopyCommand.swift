// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryServer

/// The command that copies the tokens of a store to a copy of the store.
struct TokenCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies the tokens of a store to a copy of the store.",
    discussion: """
      People and scanners keep their tokens then. A token that is there already is left as it is, and \
      revoked if it was revoked in the store; sessions of browsers are not copied.

        thumbnail-strip store copy archive postgresql://...
        gallery-server token copy --store archive postgresql://...
      """)

  @OptionGroup var source: TokenStore

  @Argument(help: "The copy: a folder, or a location on servers.")
  var copy: String

  func run() async throws {
    try await TokenReport.run {
      let target = try TokenStore.existing(copy)
      let tokens = try await source.withTokens { try await $0.tokens() }
      var counts: [TokenCopyOutcome: Int] = [:]
      try await target.withTokens { storage in
        for token in tokens {
          let outcome = try await storage.copyToken(token)
          counts[outcome, default: 0] += 1
          guard outcome == .numberTaken else { continue }
          StandardStreams.print(
            "token \(token.id) was not copied: \(target) has another one of that number", to: .error
          )
        }
      }
      try report(counts)
    }
  }

  private func report(_ counts: [TokenCopyOutcome: Int]) throws {
    let (added, revoked) = (counts[.added] ?? 0, counts[.revoked] ?? 0)
    if source.json {
      try TokenReport.printJSON(
        ["added": added, "revoked": revoked, "notCopied": counts[.numberTaken] ?? 0])
    } else {
      StandardStreams.print("\(added) added, \(revoked) revoked", to: .output)
    }
    guard counts[.numberTaken] == nil else { throw ExitCode(65) }
  }
}
