// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import GalleryServer
import PageStorage

/// The commands on the tokens of a store.
struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Adds, lists, revokes and copies the tokens that give access to a store.",
    discussion: """
      A server asks for a token as soon as one was ever added. Tokens are used and revoked while servers \
      run; a store on servers notices it within a second. Only their SHA-256 is stored: for a store in a \
      folder in its file access.sqlite, which backups do not contain, for one on servers in the database.
      """,
    subcommands: [
      TokenAddCommand.self, TokenListCommand.self, TokenRevokeCommand.self, TokenCopyCommand.self,
    ])
}

/// The store of a command on tokens.
struct TokenStore: ParsableArguments {
  @Option(
    help: "The folder of the store, or its location on servers. (default: PAGE_GALLERY_STORE)",
    transform: { $0 })
  var store = ProcessInfo.processInfo.environment[ServeOption.store.variable] ?? ""

  @Flag(help: "Print JSON.")
  var json = false

  /// The place of the store.
  ///
  /// - Throws: `StartupFailure` without one.
  func place() throws(StartupFailure) -> StorePlace { try Self.place(store) }

  private static func place(_ store: String) throws(StartupFailure) -> StorePlace {
    guard let place = StorePlace(store) else {
      throw StartupFailure(
        .usage, "--store is missing: it needs \(StorePlace.form), here or in PAGE_GALLERY_STORE")
    }
    return place
  }

  /// Calls a function with the tokens of an existing store.
  func withTokens<Result>(
    _ body: (any AccessStorage) async throws -> Result
  ) async throws -> Result {
    try await Self.existing(store).withTokens(body)
  }

  /// The place of an existing store; one on servers is looked for when it is opened.
  ///
  /// - Throws: `StartupFailure`.
  static func existing(_ store: String) throws(StartupFailure) -> StorePlace {
    let place = try place(store)
    if !place.isServed { try checkIsStore(place.text) }
    return place
  }

  private static func checkIsStore(_ folder: String) throws(StartupFailure) {
    let isStore = StoreFileNames.marks.contains {
      FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
    if let denial = StartupFailure.unreadable(folder) { throw denial }
    guard isStore else { throw StartupFailure(.missingInput, "there is no store in \(folder)") }
  }
}

/// The reports of commands on tokens.
enum TokenReport {
  /// Prints a value as JSON in one line.
  static func printJSON(_ value: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    StandardStreams.print(
      String(decoding: try encoder.encode(value), as: UTF8.self), to: .output)
  }

  /// Runs a command, and ends the program with the status of its failure.
  static func run(_ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let failure as StartupFailure {
      throw failure.exit()
    } catch let error as AccessDatabaseError {
      throw StartupFailure(error).exit()
    }
  }
}

/// A token as JSON.
struct TokenRepresentation: Encodable {
  var token: String?
  var id: Int64
  var label: String
  var scope: String
  var document: Int64?
  var created: Timestamp
  var expires: Timestamp?
  var used: Timestamp?
  var revoked: Timestamp?
  var isValid: Bool

  init(_ record: TokenRecord, token: AccessToken? = nil, at date: Date) {
    self.token = token?.text
    id = record.id
    label = record.grant.label
    scope = record.grant.scope.rawValue
    document = record.grant.document?.rawValue
    created = Timestamp(record.created)
    expires = record.grant.expires.map(Timestamp.init)
    used = record.used.map(Timestamp.init)
    revoked = record.revoked.map(Timestamp.init)
    isValid = record.isValid(at: date)
  }

  /// The columns of a table: number, scope, document, validity, last use and label.
  var columns: [String] {
    let end =
      if let revoked { "revoked \(revoked)" } else if let expires {
        (isValid ? "expires " : "expired ") + expires.description
      } else { "valid" }
    let place = document.map { "document \($0)" } ?? "all documents"
    return ["\(id)", scope, place, end, used.map { "used \($0)" } ?? "never used", label]
  }
}
