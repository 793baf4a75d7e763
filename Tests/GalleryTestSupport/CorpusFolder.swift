// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// A folder of hostile images outside of the package, which the environment names: `GALLERY_CORPUS`.
public enum CorpusFolder {
  /// A file of the folder.
  public struct File: Sendable {
    /// Its name without folders.
    public let name: String

    /// What stands in it.
    public let bytes: [UInt8]
  }

  fileprivate static let path = ProcessInfo.processInfo.environment["GALLERY_CORPUS"]

  /// Looks at all files of one kind, on all cores.
  ///
  /// - Parameters:
  ///   - extensions: How the names of the files end.
  ///   - body: What to do with a file; it counts something.
  /// - Returns: The sum of what was counted.
  /// - Throws: What `body` throws, or that a file cannot be read.
  public static func sum(
    overFiles extensions: Set<String>, _ body: @escaping @Sendable (File) throws -> Int
  ) async throws -> Int {
    try await withThrowingTaskGroup { group in
      for url in try files(extensions) {
        group.addTask {
          try body(File(name: url.lastPathComponent, bytes: [UInt8](Data(contentsOf: url))))
        }
      }
      return try await group.reduce(0, +)
    }
  }

  private static func files(_ extensions: Set<String>) throws -> [URL] {
    let root = URL(filePath: try #require(path))
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
    return files.compactMap { $0 as? URL }.filter { extensions.contains($0.pathExtension) }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only if there is a ``CorpusFolder``.
  public static var needsCorpus: Self {
    .enabled(if: CorpusFolder.path != nil, "GALLERY_CORPUS names no folder")
  }
}
