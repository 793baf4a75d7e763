// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import FoundationEssentials
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store purge`, which empties the trash.
struct StorePurgeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "purge",
    abstract: "Remove old pages and documents from the trash permanently.",
    discussion: HelpText.storePurge
  )

  @OptionGroup var options: StoreOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The minimum number of days in the trash; 0 empties the trash. (default: 30)",
      valueName: "days"))
  var olderThan: Double?

  @Flag(help: "Print what was done as JSON.")
  var json = false

  private static let secondsPerDay = 86_400.0

  func validate() throws {
    guard olderThan.map({ $0 >= 0 && $0.isFinite }) ?? true else {
      throw ValidationError("--older-than must be a number of days, 0 or more.")
    }
  }

  func run() async throws {
    try await options.location.perform { store, session in
      let limit = olderThan.map { days in
        // Includes everything, whatever the clock said at the time of deletion.
        days == 0 ? Date.distantFuture : Date(timeIntervalSinceNow: -days * Self.secondsPerDay)
      }
      let count = try await store.purge(deletedBefore: limit)
      guard json else {
        return try session.tell(
          Array("\(count == 1 ? "1 page" : "\(count) pages") removed\n".utf8))
      }
      var json = JSONWriter()
      json.object { json in
        json.key("removedPages")
        json.value(count)
      }
      json.newline()
      try session.output.write(json.bytes)
    }
  }
}
