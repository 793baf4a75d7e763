// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import GalleryServer
import PageStorage

/// The command that adds a token.
struct TokenAddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Adds a token, and prints it.",
    discussion: """
      The token is the only line on standard output. It is not stored, and cannot be shown again. If the \
      folder is missing or empty, a store is created.

        gallery-server token add --store archive --scope write --label "scanner in room 4"
      """)

  @OptionGroup var target: TokenStore

  @Option(help: "What the token permits: read, write or admin. A larger scope includes the others.")
  var scope = ScopeArgument(.read)

  @Option(help: "A name by which people recognize the token.")
  var label = ""

  @Option(help: "The only document that the token opens.")
  var document: Int64?

  @Option(help: "The time after which the token ends, such as 30d, 12h or 90m; never by default.")
  var expires: TimeSpanArgument?

  func validate() throws {
    let isPlain = label.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
    }
    guard isPlain, label.utf8.count <= 200 else {
      throw ValidationError("--label needs at most 200 bytes of text without control characters.")
    }
    guard document.map({ (0..<1 << 53).contains($0) }) != false else {
      throw ValidationError("--document needs the number of a document.")
    }
  }

  func run() async throws {
    try await TokenReport.run {
      let place = try target.place()
      try await checkStore(place)
      let now = Date()
      let grant = TokenGrant(
        label: label, scope: scope.scope, document: document.map { DocumentID($0) },
        expires: expires.map { now + $0.seconds })
      let (token, record) = try await place.withTokens { storage in
        try await storage.addToken(grant, at: now)
      }
      let representation = TokenRepresentation(record, token: token, at: now)
      guard !target.json else { return try TokenReport.printJSON(representation) }
      StandardStreams.print(token.text, to: .output)
      let facts = representation.columns.filter { !$0.isEmpty }.joined(separator: ", ")
      StandardStreams.print("added token \(facts); it is not shown again", to: .error)
    }
  }

  /// Opens the store, which creates it if the folder is empty, and looks for the document.
  private func checkStore(_ place: StorePlace) async throws {
    var isFound = false
    do throws(PageStoreError) {
      let store = try await PageStore.open(at: place.text)
      isFound = try await isKnown(in: store)
      await store.close()
    } catch {
      throw StartupFailure(opening: place, error)
    }
    guard isFound else {
      throw StartupFailure(
        .missingInput, "the store \(place) has no document \(document ?? 0)")
    }
  }

  /// Returns whether the document exists, if one was given.
  private func isKnown(in store: PageStore) async throws(PageStoreError) -> Bool {
    guard let document else { return true }
    do throws(PageStoreError) {
      _ = try await store.document(DocumentID(document))
      return true
    } catch .notFound {
      return false
    }
  }
}

/// A scope as an argument.
struct ScopeArgument: ExpressibleByArgument, Sendable {
  static let allValueStrings = AccessScope.allCases.map(\.rawValue)

  let scope: AccessScope

  var defaultValueDescription: String { scope.rawValue }

  init?(argument: String) {
    guard let scope = AccessScope(rawValue: argument) else { return nil }
    self.scope = scope
  }

  init(_ scope: AccessScope) { self.scope = scope }
}

/// A time such as `30d`, `12h`, `90m` or `45s`.
struct TimeSpanArgument: ExpressibleByArgument, Sendable {
  let seconds: Double

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = argument.last.flatMap({ units[$0] }),
      let number = UInt32(digits: argument.dropLast()),
      number > 0, Double(number) * unit <= 100 * 366 * 86_400
    else { return nil }
    seconds = Double(number) * unit
  }
}
