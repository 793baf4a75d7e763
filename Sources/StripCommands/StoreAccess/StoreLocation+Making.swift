// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import PageStorage

extension StoreLocation {
  /// Opens a store for writing, and creates it in a missing or empty folder, or on servers that have none.
  ///
  /// - Parameter configuration: The configuration of the store.
  /// - Returns: The store, and whether a folder was already a store.
  /// - Throws: `Problem` if the folder has other files or cannot be created; `PathProblem` if it is inside a store.
  func make(
    _ configuration: PageStoreConfiguration = PageStoreConfiguration()
  ) async throws -> (store: PageStore, wasStore: Bool) {
    guard !isServed else { return (try await openOrMake(configuration), false) }
    let content = try contentOfOutput()
    guard content != .other else { throw Problem.folderIsNotEmpty }
    guard content != .file else {
      throw Problem.unfitFolder("This is not a folder: choose a new or empty folder.")
    }
    guard content == .nothing else { return (try await openOrMake(configuration), true) }
    try Self.requireOutside(path)
    return (try await makeNew(configuration), false)
  }

  private func makeNew(
    _ configuration: PageStoreConfiguration
  ) async throws(Problem) -> PageStore {
    do throws(Problem) {
      return try await openOrMake(configuration)
    } catch {
      guard case .store(let failure) = error else { throw error }
      switch failure {
      case .io(let call, let number):
        throw Problem.outputFolder(SystemError(call: call, number: number))
      case .readOnly: throw Problem.outputFolder(.readOnlyFileSystem)
      default: throw error
      }
    }
  }

  /// Returns the content of the folder; a folder that is unreachable cannot be created either.
  private func contentOfOutput() throws(Problem) -> Content {
    do {
      return try content()
    } catch {
      guard case .input(let cause) = error else { throw error }
      throw .outputFolder(cause)
    }
  }
}
