// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageStorage
import Testing

/// What keeps the stores of the tests: a folder, or servers if `Scripts/engines.sh` asks for them.
enum TestEngine {
  /// Whether catalogs are in PostgreSQL, and originals in a folder that the processes of a store share.
  ///
  /// Tests of what a folder alone has are enabled only without it.
  static let isServed = ProcessInfo.processInfo.environment["GALLERY_STORE_ENGINE"] == "served"

  /// The location of the store of a test.
  static func location(of folder: TestFolder) async throws -> String {
    guard isServed else { return folder.store }
    #if PostgreSQL
      return "\(try await schema(of: folder).location)&objects=\(folder.objects)"
    #else
      throw PageStoreError.unsupported(operation: "GALLERY_STORE_ENGINE")
    #endif
  }
}

#if PostgreSQL
  extension TestEngine {
    /// The tables of the store of a test.
    static func schema(of folder: TestFolder) async throws -> TestSchema {
      try await TestSchema(name: "s" + folder.path.filter(\.isHexDigit).lowercased().suffix(40))
    }
  }
#endif

extension Trait where Self == ConditionTrait {
  /// Tests of what only a store in a folder has, such as its files and their repair.
  static var folderOnly: Self {
    .enabled(if: !TestEngine.isServed, "only stores in a folder have this")
  }
}

extension PageStore {
  /// Returns whether a verification finds no problem.
  func isSound() async throws -> Bool { try await verify().problems.isEmpty }
}
