// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

extension ChildProcess {
  /// Starts `store-child` on the store of a folder.
  ///
  /// - Parameters:
  ///   - arguments: The operations on the store.
  ///   - folder: The folder.
  ///   - prefix: A program that runs the process, with its arguments; none by default.
  ///   - environment: Variables in addition to those of the tests.
  /// - Throws: The errors of Foundation if the program cannot be run.
  init(
    _ arguments: [String], in folder: TestFolder, prefix: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      prefix + [Self.storeChild, folder.store] + arguments, printingInto: folder.path,
      environment: environment)
  }
}
