// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GallerySystem
import PageStorage

/// The command `thumbnail-strip store init`, which creates a store.
struct StoreInitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create a store in a missing or empty folder.",
    discussion: HelpText.storeInit
  )

  @OptionGroup var options: StoreOptions

  func run() async throws {
    let location = try options.location
    try await CommandRun.perform(options.messages) { session in
      try await location.reportingErrors {
        guard !location.isServed else { return await (try location.openOrMake()).close() }
        let content = try Self.content(of: location)
        guard content != .other else { throw Problem.folderIsNotEmpty }
        guard content != .file else {
          throw Problem.unfitFolder("This is not a folder: choose a new or empty folder.")
        }
        let isNew = content == .nothing
        if isNew { try StoreLocation.requireOutside(location.path) }
        do throws(Problem) {
          await (try location.openOrMake()).close()
        } catch {
          guard isNew, case .store(let failure) = error else { throw error }
          switch failure {
          case .io(let call, let number):
            throw Problem.outputFolder(SystemError(call: call, number: number))
          case .readOnly: throw Problem.outputFolder(.readOnlyFileSystem)
          default: throw error
          }
        }
        if !isNew {
          session.reporter.note(
            "The folder is already a store; it was not changed.", at: location.path)
        }
      }
    }
  }

  /// Returns the content of the folder; a folder that is unreachable cannot be created either.
  private static func content(
    of location: StoreLocation
  ) throws(Problem) -> StoreLocation.Content {
    do {
      return try location.content()
    } catch {
      guard case .input(let cause) = error else { throw error }
      throw .outputFolder(cause)
    }
  }
}
