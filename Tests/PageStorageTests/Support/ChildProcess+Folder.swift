// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

extension ChildProcess {
  /// Starts `store-child` on the store of a folder.
  ///
  /// - Parameters:
  ///   - arguments: What it shall do with the store.
  ///   - folder: The folder.
  ///   - prefix: A program and its arguments that run the process, none by default.
  ///   - environment: Variables beside those of the tests.
  /// - Throws: What Foundation throws if the program cannot be run.
  init(
    _ arguments: [String], in folder: TestFolder, prefix: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    try self.init(
      prefix + [Self.storeChild, folder.store] + arguments, printingInto: folder.path,
      environment: environment)
  }
}
