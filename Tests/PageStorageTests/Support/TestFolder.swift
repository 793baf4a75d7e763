// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import PageStorage

/// A temporary folder that is removed with the last reference to it.
final class TestFolder: Sendable {
  let path: String

  /// Creates a folder, in memory where possible: results must not depend on a slow disk.
  init(onDisk: Bool = false) throws {
    let parent = onDisk ? TestFiles.folderOnDisk : TestFiles.folderInMemory ?? TestFiles.folder
    let url = parent.appendingPathComponent("page-storage-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var store: String { path + "/store" }

  /// The originals of a store whose catalog is on a server.
  var objects: String { path + "/objects" }

  func open(
    _ change: (inout PageStoreConfiguration) -> Void = { _ in }
  ) async throws -> PageStore {
    var configuration = PageStoreConfiguration(reserveByteCount: 64 << 10)
    if TestEngine.isServed { configuration.workFolder = store }
    change(&configuration)
    let location = try await TestEngine.location(of: self)
    return try await PageStore.open(at: location, configuration: configuration)
  }

  /// The file of an original.
  func original(_ digest: ContentDigest) -> String {
    let text = digest.description
    return "\(TestEngine.isServed ? objects : store)/blobs/\(text.prefix(2))/\(text.dropFirst(2))"
  }

  /// Whether a file is the mark of a store among its originals.
  private func isMark(_ path: String) -> Bool {
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text?.hasPrefix("Originals of the page-gallery store ") == true
  }

  /// The paths of all files below a part of the store.
  func files(below part: String) -> [String] {
    let root = (TestEngine.isServed && part == "blobs" ? objects : store) + "/" + part
    let names = FileManager.default.enumerator(atPath: root)?.allObjects as? [String] ?? []
    return names.map { root + "/" + $0 }.filter { path in
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue && !isMark(path)
    }.sorted()
  }
}

/// Small pages that differ from each other.
enum TestPage {
  /// A PNG whose size and pixels depend on a number.
  static func png(_ number: Int) -> [UInt8] {
    let size = PixelSize(width: 2 + number % 7, height: 3 + number / 7 % 5)
    guard var bitmap = try? Bitmap(size: size, format: .gray8, fill: 255) else { return [] }
    try? bitmap.withUnsafeMutableBytes { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * (index % 4)))
      }
    }
    return (try? bitmap.encoded(as: .png)) ?? []
  }

  /// The ratio of that page.
  static func aspectRatio(_ number: Int) -> Double {
    Double(2 + number % 7) / Double(3 + number / 7 % 5)
  }

  static func input(_ number: Int) -> PageInput { .bytes(png(number)) }
}

extension PageStore {
  /// The identifiers of all pages of a document.
  func ids(of document: DocumentID) async throws -> [PageID] {
    let count = try await self.document(document).pageCount
    return try await pages(in: 0..<count, of: document).map(\.id)
  }
}
