// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store replace`, which replaces the bytes of a page.
struct StoreReplaceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replace",
    abstract: "Replace the image of a page by another file.",
    discussion: HelpText.storeReplace
  )

  @OptionGroup var options: StoreOptions

  @Argument(help: "The page's ID, as printed by 'store show'.")
  var page: String

  @Argument(help: "The new file, or '-' for standard input.", completion: .file())
  var file: PathArgument

  @Flag(help: "Store an unreadable file, marked as damaged.")
  var keepDamaged = false

  @OptionGroup var limiting: LimitOptions

  @Flag(help: "Print the page as JSON.")
  var json = false

  func validate() throws {
    try InputOptions.requireOneStandardInput([PathArgument(argument: page), file])
    _ = try id()
    guard file.isSingle else {
      throw ValidationError("Give one file.")
    }
  }

  private func id() throws -> PageID {
    guard let number = StoreName.number(in: page, after: "page-") else {
      throw ValidationError(
        "'\(page)' is not the ID of a page: 'store show' prints the IDs.")
    }
    return PageID(UInt64(number))
  }

  func run() async throws {
    let id = try id()
    let path = file.path
    let location = try options.location
    try await location.perform(limits: limiting.limits) { store, session in
      let opened =
        path == Path.standardInput
        ? OpenedInput(.stream(StandardInputChunks(start: []))) : try Self.open(path)
      let stored: StoredPage
      do throws(PageStoreError) {
        stored = try await store.replace(
          id, with: opened.input, unreadable: keepDamaged ? .keepAsDamaged : .refuse)
      } catch {
        let problem = Problem(error)
        throw PathProblem(
          problem: problem, path: problem.concernsStore ? location.namedPath : path)
      }
      guard json else { return }
      var json = JSONWriter()
      json.line(stored, path: path)
      try session.output.write(json.bytes)
    }
  }

  private static func open(_ path: Path) throws(PathProblem) -> OpenedInput {
    do {
      return try OpenedInput(InputFile(path: path, origin: .named))
    } catch {
      throw PathProblem(problem: error, path: path)
    }
  }
}
