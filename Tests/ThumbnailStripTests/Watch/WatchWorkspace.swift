// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

/// A folder with a store named `s` and a watched folder named `in`.
final class WatchWorkspace {
  let store: StoreWorkspace
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try StoreWorkspace()
    try makeFolder("in")
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: true)
  }

  func url(_ name: String) -> URL { workspace.url.appendingPathComponent(name) }

  /// A valid page of noise derived from a number.
  func page(_ number: Int, as encoding: ImageEncoding = .jpeg(quality: 80)) throws -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(number))
    var bitmap = try Bitmap(size: PixelSize(width: 24, height: 16), format: .gray8)
    try bitmap.withUnsafeMutableBytes { pixels in
      for index in pixels.indices { pixels[index] = UInt8.random(in: 0...255, using: &generator) }
    }
    return try bitmap.encoded(as: encoding)
  }

  /// Writes the page of a number to a file.
  func add(_ name: String, _ number: Int) throws { try workspace.add(name, page(number)) }

  /// Creates a large sparse file that starts like a page.
  func addSparse(_ name: String, byteCount: UInt64) throws {
    try workspace.add(name, [0xFF, 0xD8, 0xFF, 0xDA, 0, 2])
    let file = try FileHandle(forWritingTo: url(name))
    try file.truncate(atOffset: byteCount)
    try file.close()
  }

  func rename(_ old: String, to new: String) throws {
    try FileManager.default.moveItem(at: url(old), to: url(new))
  }

  func remove(_ name: String) throws { try FileManager.default.removeItem(at: url(name)) }

  func start(
    _ arguments: String = "--quiet-time 60", store: String = "s", under tool: [String] = []
  ) throws -> Watcher {
    try Watcher(
      workspace,
      ["watch", "in", "--store", store] + arguments.split(separator: " ").map(String.init),
      under: tool)
  }

  /// The pages of a document as they were received.
  func exportedPages(of document: Int = 1) throws -> [[UInt8]] {
    let folder = "out-\(UUID().uuidString)"
    try store.output("store export --store s --document \(document) -o \(folder)")
    return try workspace.names(in: folder).map { try workspace.bytes("\(folder)/\($0)") }
  }

  /// The documents as listed by the program.
  func documents() throws -> [[String: Any]] {
    try jsonLines(store.output("store list --store s --json"))
  }

  /// The number of pages of each document.
  func pageCounts() throws -> [Int] { try documents().compactMap { $0["pageCount"] as? Int } }

  /// The titles of the documents, and the number of pages of each.
  func titles() throws -> [String: Int] {
    let pairs = try documents().compactMap { document in
      (document["title"] as? String).flatMap { title in
        (document["pageCount"] as? Int).map { (title, $0) }
      }
    }
    return Dictionary(pairs) { $0 + $1 }
  }
}
