// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

@testable import StripCommands

/// A temporary folder for one test, with pages that the test creates.
final class Workspace {
  let url: URL

  init() throws {
    url = TestFiles.folder
      .appendingPathComponent("strip-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The program, started in this folder.
  var program: Program { Program(folder: url) }

  /// The path of a file, as a type of the program.
  func path(_ name: String) -> Path { Path(url.appendingPathComponent(name).path) }

  /// Creates a PNG page of one shade of gray.
  func addPage(_ name: String, width: Int = 30, height: Int = 40, white: UInt8 = 200) throws {
    let bitmap = try Bitmap(
      size: PixelSize(width: width, height: height), format: .gray8, fill: white)
    try add(name, try bitmap.encoded(as: .png))
  }

  /// Creates a file.
  func add(_ name: String, _ bytes: [UInt8]) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Creates a file whose path may be no UTF-8; its folder exists.
  func add(_ path: [UInt8], _ bytes: [UInt8]) throws {
    let full = Array(url.path.utf8) + [UInt8(ascii: "/")] + path + [0]
    let file = open(full.map { CChar(bitPattern: $0) }, O_WRONLY | O_CREAT, 0o666)
    try #require(file >= 0)
    defer { close(file) }
    #expect(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count)
  }

  /// Creates a text file.
  func add(_ name: String, _ text: String) throws { try add(name, Array(text.utf8)) }

  /// Creates a symbolic link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path, withDestinationPath: target)
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }

  /// The file names in a folder, including hidden ones, sorted.
  func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(folder).path)
      .sorted()
  }

  /// Decodes an image.
  func picture(_ name: String) throws -> Bitmap {
    try ImageDecoder.decode(ByteSource(try bytes(name)), options: DecodingOptions()).bitmap
  }
}

/// Returns the lines of a text as JSON objects.
func jsonLines(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map { line in
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    return object as? [String: Any] ?? [:]
  }
}
