// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport

/// A copy of a folder made file by file, as by other tools, during changes.
///
/// The writers run only in short intervals, in which the copy pauses: the parts of the copy then
/// belong to few states of the folder, which fit nearly, or by chance.
struct FileCopy {
  enum Order: CaseIterable {
    /// A list of all names first, and then the files in alphabetical order, like rsync.
    case listedFirst
    /// Folder by folder, in directory order, like cp and tar.
    case byFolder
    /// All files in any order.
    case random
  }

  let source: String
  let target: String

  /// Copies the folder.
  ///
  /// - Parameters:
  ///   - order: The order of the files.
  ///   - random: Selects the intervals of the writers.
  ///   - others: The processes that change the folder.
  /// - Throws: The errors of Foundation.
  func run(
    _ order: Order, _ random: inout SeededGenerator, while others: [ChildProcess]
  ) async throws {
    for other in others { other.signal(SIGSTOP) }
    defer { for other in others { other.signal(SIGCONT) } }
    let pauses = Pauses(
      others: others, chance: [0, 0.01, 0.03, 0.1].randomElement(using: &random) ?? 0)
    try await copy(order, &random, pauses)
  }

  /// The intervals in which the writers run.
  private struct Pauses {
    let others: [ChildProcess]
    let chance: Double

    func wait(_ random: inout SeededGenerator) async throws {
      guard random.chance(chance) else { return }
      for other in others { other.signal(SIGCONT) }
      try await Task.sleep(for: .microseconds(.random(in: 0...20_000, using: &random)))
      for other in others { other.signal(SIGSTOP) }
    }
  }

  private func copy(
    _ order: Order, _ random: inout SeededGenerator, _ pauses: Pauses
  ) async throws {
    try FileManager.default.createDirectory(
      atPath: target, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if order == .byFolder { return try await copyFolder("", &random, pauses) }
    let names = FileManager.default.enumerator(atPath: source)?.allObjects as? [String] ?? []
    for name in names.sorted() where isFolder(name) { try makeFolder(name) }
    var files = names.filter { !isFolder($0) }.sorted()
    if order == .random { files.shuffle(using: &random) }
    for file in files { try await copyFile(file, &random, pauses) }
  }

  private func isFolder(_ name: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: source + "/" + name, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: target + "/" + name, withIntermediateDirectories: true)
  }

  private func copyFolder(_ name: String, _ random: inout SeededGenerator, _ pauses: Pauses)
    async throws
  {
    try makeFolder(name)
    let path = source + "/" + name
    for child in try FileManager.default.contentsOfDirectory(atPath: path).shuffled(using: &random)
    {
      let child = name.isEmpty ? child : name + "/" + child
      if isFolder(child) {
        try await copyFolder(child, &random, pauses)
      } else {
        try await copyFile(child, &random, pauses)
      }
    }
  }

  /// Copies a file in pieces; a missing one is skipped.
  private func copyFile(_ name: String, _ random: inout SeededGenerator, _ pauses: Pauses)
    async throws
  {
    try await pauses.wait(&random)
    guard let file = FileHandle(forReadingAtPath: source + "/" + name) else { return }
    defer { try? file.close() }
    let copy = target + "/" + name
    _ = FileManager.default.createFile(
      atPath: copy, contents: nil, attributes: [.posixPermissions: 0o600])
    let written = try FileHandle(forWritingTo: URL(fileURLWithPath: copy))
    defer { try? written.close() }
    while let piece = try file.read(upToCount: 32 << 10), !piece.isEmpty {
      try written.write(contentsOf: piece)
      try await pauses.wait(&random)
    }
  }
}
