// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import GalleryServer

/// The command that lists the tokens.
struct TokenListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the tokens, also revoked and expired ones.")

  @OptionGroup var target: TokenStore

  /// The list as JSON.
  private struct List: Encodable {
    var tokens: [TokenRepresentation]
  }

  func run() async throws {
    try await TokenReport.run {
      let now = Date()
      let records = try await target.withTokens { storage in try await storage.tokens() }
      let tokens = records.map { TokenRepresentation($0, at: now) }
      guard !target.json else { return try TokenReport.printJSON(List(tokens: tokens)) }
      for line in Self.table(tokens.map(\.columns)) { StandardStreams.print(line, to: .output) }
      if tokens.isEmpty { StandardStreams.print("there are no tokens", to: .error) }
    }
  }

  /// Returns lines with aligned columns.
  private static func table(_ rows: [[String]]) -> [String] {
    let count = rows.first?.count ?? 0
    let widths = (0..<count).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let line = cells.joined(separator: "  ")
      return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
    }
  }
}
