// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A program that prints the cost of storing and reading pages, compared with the disk and SQLite.
///
///     storage-benchmark [PART...] [DIR]
///
/// A part is one of ``parts``; without one, all parts run. DIR is the working folder; it keeps data
/// that takes long to create. Without one, a temporary folder is used and removed.
@main
enum StorageBenchmarks {
  private static let parts = ["ingest", "memory", "reads", "thumbnails", "moves", "reopen"]

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.first == "child" { return try await Children.run(Array(arguments.dropFirst())) }
    let chosen = arguments.filter { parts.contains($0) }
    let given = arguments.first { !parts.contains($0) }
    let folder = given ?? FileManager.default.temporaryDirectory.path + "/storage-\(UUID())"
    try Files.makeFolder(folder)
    defer { if given == nil { try? FileManager.default.removeItem(atPath: folder) } }
    print(FileSystemFacts(of: folder))
    for part in chosen.isEmpty ? parts : chosen { try await run(part, in: folder) }
  }

  private static func run(_ part: String, in folder: String) async throws {
    switch part {
    case "ingest": try await IngestFigures(folder: folder).run(rounds: 3)
    case "memory": try MemoryFigures(folder: folder).run()
    case "reads": try await LargeDocumentFigures(in: folder).runReads(rounds: 11)
    case "thumbnails": try await LargeDocumentFigures(in: folder).runThumbnails(rounds: 11)
    case "moves": try await LargeDocumentFigures(in: folder).runMoves(rounds: 5)
    default: try await ReopeningFigures(folder: folder).run(rounds: 5)
    }
  }
}
