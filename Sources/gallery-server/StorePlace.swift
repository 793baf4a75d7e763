// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryServer
import PageStorage

/// The place of a store: a folder, or a location on servers.
struct StorePlace: Sendable, CustomStringConvertible {
  /// The form that a place has, for messages.
  static let form = "the folder of a store, or its location that begins with postgresql://"

  /// The path of the folder, or the location with its password.
  let text: String

  /// Whether the store is on servers.
  var isServed: Bool { ServedLocation.isLocation(text) }

  /// Takes a path or a location; `nil` for an empty text.
  init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    self.text = text
  }

  /// The place without a password, for messages.
  var description: String { isServed ? ServedLocation.withoutPassword(text) : text }

  /// The place as a word of a shell.
  var word: String { isServed ? "'\(self)'" : text }

  /// The names in the folder, `nil` if it is missing or no folder.
  var names: [String]? {
    isServed ? nil : try? FileManager.default.contentsOfDirectory(atPath: text)
  }

  /// Opens the store.
  ///
  /// - Throws: `StartupFailure`.
  func open(_ configuration: PageStoreConfiguration) async throws(StartupFailure) -> PageStore {
    do throws(PageStoreError) {
      return try await PageStore.open(at: text, configuration: configuration)
    } catch .readOnly
      where configuration.access == .readWrite && (isServed || names?.isEmpty == false)
    {
      var configuration = configuration
      configuration.access = .readOnly
      return try await open(configuration)
    } catch {
      throw StartupFailure(opening: self, error)
    }
  }

  /// Calls a function with the tokens of the store, and closes them.
  ///
  /// - Throws: The errors of the function; `StartupFailure` if the location cannot be used.
  func withTokens<Result>(
    _ body: (any AccessStorage) async throws -> Result
  ) async throws -> Result {
    let storage = try tokens()
    do {
      let result = try await body(storage)
      await storage.close()
      return result
    } catch {
      await storage.close()
      throw error
    }
  }

  /// The tokens of the store; nothing is opened yet.
  func tokens() throws(StartupFailure) -> any AccessStorage {
    do throws(PageStoreError) {
      return try AccessStorages.storage(ofStore: text)
    } catch {
      throw StartupFailure(opening: self, error)
    }
  }
}
