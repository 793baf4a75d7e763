// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// What keeps the stores of tests: folders, or servers if `Scripts/engines.sh` asks for them.
public enum TestStores {
  /// Whether catalogs are in PostgreSQL, and originals in a folder that the processes of a store share.
  public static let areServed =
    ProcessInfo.processInfo.environment["GALLERY_STORE_ENGINE"] == "served"

  /// Returns the location of the store of a test.
  ///
  /// - Parameters:
  ///   - folder: The folder of the store, whose path no other store has.
  ///   - objects: The folder of its originals on servers; by default, one inside.
  /// - Returns: The folder, or the address of a schema of the folder's own.
  /// - Throws: The errors of making the schema.
  public static func location(
    of folder: String, objects: String? = nil
  ) async throws -> String {
    guard areServed else { return folder }
    #if PostgreSQL
      return "\(try await schema(of: folder).location)&objects=\(objects ?? folder + "/objects")"
    #else
      fatalError("GALLERY_STORE_ENGINE asks for servers, which these tests are built without")
    #endif
  }

  #if PostgreSQL
    /// Returns the schema of the store of a test.
    public static func schema(of folder: String) async throws -> TestSchema {
      try await TestSchema(name: "s" + folder.filter(\.isHexDigit).lowercased().suffix(40))
    }
  #endif
}

extension Trait where Self == ConditionTrait {
  /// Tests of what only a store in a folder has, such as its files and their repair.
  public static var folderOnly: Self {
    .enabled(if: !TestStores.areServed, "only stores in a folder have this")
  }

  /// Tests of pages that are known without a request to the catalog, which those of servers are for a second.
  public static var knowsPagesForLong: Self {
    .enabled(if: !TestStores.areServed, "pages of servers are known for a second only")
  }
}
