// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The arguments that say which pages a command is about.
struct InputOptions: ParsableArguments {
  @Argument(help: "A page, a folder of pages, or '-' for a list of paths on standard input.")
  var input: [String]

  @Flag(help: "Enter folders inside of folders.")
  var recursive = false

  /// The name that stands for standard input.
  static let standardInput = Path("-")

  /// Returns the files that the arguments stand for.
  ///
  /// - Throws: `SystemError` if standard input cannot be read.
  func files() throws(SystemError) -> [InputFile] {
    var collector = InputCollector(isRecursive: recursive)
    for path in input.flatMap(Main.arguments.expand) {
      if path == Self.standardInput {
        collector.add(list: try System.readAll(System.standardInput))
      } else {
        collector.add(path)
      }
    }
    return collector.files
  }

  /// Returns the pages that the arguments stand for, without a look at more than their first bytes.
  ///
  /// - Throws: `Problem.noPages` if nothing could be shown, `.system` if standard input cannot be
  ///   read.
  func pages() throws(Problem) -> [InputFile] {
    let files: [InputFile]
    do { files = try self.files() } catch { throw .system(error) }
    let pages = files.compactMap { $0.asPage() }
    guard !pages.isEmpty else { throw .noPages }
    return pages
  }
}
