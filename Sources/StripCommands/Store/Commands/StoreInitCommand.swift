// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
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
        let (store, wasStore) = try await location.make()
        await store.close()
        if wasStore {
          session.reporter.note(
            "The folder is already a store; it was not changed.", at: location.path)
        }
      }
    }
  }
}
