// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GallerySystem
import PageStorage

/// The command `thumbnail-strip store copy`, which copies a store to another one, on any engine.
struct StoreCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy a store to a folder or to servers.",
    discussion: HelpText.storeCopy
  )

  @Argument(
    help: ArgumentHelp("The store: a folder, or a location on servers.", valueName: "from"),
    completion: .directory)
  var source: PathArgument

  @Argument(
    help: ArgumentHelp("A new store, or an earlier copy of the same one.", valueName: "to"),
    completion: .directory)
  var target: PathArgument

  @Flag(help: "Then copy each change, until a signal ends it.")
  var follow = false

  @Flag(help: "Print what was copied as JSON, one object per line.")
  var json = false

  @OptionGroup var messageOptions: MessageOptions

  func validate() throws {
    for argument in [source, target] {
      guard !argument.isStandardStream else {
        throw ValidationError("A store is a folder; write './-' for a folder named '-'.")
      }
      guard !argument.isEmpty else { throw ValidationError("A copy needs two stores.") }
    }
  }

  func run() async throws {
    var from = StoreLocation(argument: source)
    from.messages = messageOptions.messages
    let to = StoreLocation(argument: target)
    try await from.perform(.readOnly) { store, session in
      guard !from.isSame(as: to) else {
        throw PathProblem(problem: .usage("The store cannot be copied to itself."), path: to.path)
      }
      session.output.isDispensable = true
      try await to.reportingErrors {
        var configuration = PageStoreConfiguration()
        configuration.opensUnfinishedCopy = true
        let (copy, _) = try await to.make(configuration)
        var run = StoreCopyRun(
          copy: StoreCopy(of: store, to: copy), source: from, target: to, isJSON: json)
        do {
          try await run.run(&session, follows: follow)
        } catch PageStoreError.corrupted(let damage) {
          await copy.close()
          // That of the copy has another error.
          throw PathProblem(problem: .store(.corrupted(damage)), path: from.namedPath)
        } catch {
          await copy.close()
          throw error
        }
        await copy.close()
      }
    }
  }
}

extension StoreLocation {
  /// Whether both are the same folder, or the same text.
  fileprivate func isSame(as other: Self) -> Bool {
    guard let identity = try? SystemCalls.status(of: path).identity else {
      return path == other.path
    }
    return identity == (try? SystemCalls.status(of: other.path).identity)
  }
}
