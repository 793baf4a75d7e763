// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport
import PageStorage
import Testing

/// What keeps the stores of the tests: a folder, or servers if `Scripts/engines.sh` asks for them.
enum TestEngine {
  /// Whether catalogs are in PostgreSQL, and originals in a folder that the processes of a store share.
  ///
  /// Tests of what a folder alone has are enabled only without it.
  static let isServed = TestStores.areServed

  /// The location of the store of a test.
  static func location(of folder: TestFolder) async throws -> String {
    try await TestStores.location(of: folder.store, objects: folder.objects)
  }
}

#if PostgreSQL
  extension TestEngine {
    /// The tables of the store of a test.
    static func schema(of folder: TestFolder) async throws -> TestSchema {
      try await TestStores.schema(of: folder.store)
    }
  }
#endif

extension PageStore {
  /// Returns whether a verification finds no problem.
  func isSound() async throws -> Bool { try await verify().problems.isEmpty }
}
