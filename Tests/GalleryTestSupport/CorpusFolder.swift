// SPDX-License-Identifier: Apache-2.0

import Foundation
public import Testing

/// A folder of hostile images outside the package, named by the environment variable
/// `GALLERY_CORPUS`.
public enum CorpusFolder {
  /// A file of the folder.
  public struct File: Sendable {
    /// The file name without folders.
    public let name: String

    /// The content of the file.
    public let bytes: [UInt8]
  }

  fileprivate static let path = ProcessInfo.processInfo.environment["GALLERY_CORPUS"]

  /// Applies a function to all files of one kind, on all cores.
  ///
  /// - Parameters:
  ///   - extensions: The extensions of the files.
  ///   - body: Processes a file and returns a count.
  /// - Returns: The sum of the counts.
  /// - Throws: The error of `body`, or of reading a file.
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
  /// Enables a test only if there is a ``CorpusFolder``.
  public static var needsCorpus: Self {
    .enabled(if: CorpusFolder.path != nil, "GALLERY_CORPUS must name the folder of the corpus")
  }
}
