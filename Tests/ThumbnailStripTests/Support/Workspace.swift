// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging

@testable import StripCommands

/// A folder for one test, with pages that the test makes; it is gone with the value.
final class Workspace {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("thumbnail-strip-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The program, started in this folder.
  var program: Program { Program(folder: url) }

  /// The path of a file, as the program's own calls take it.
  func path(_ name: String) -> Path { Path(url.appendingPathComponent(name).path) }

  /// Makes a PNG page of one shade of gray.
  func addPage(_ name: String, width: Int = 30, height: Int = 40, white: UInt8 = 200) throws {
    let bitmap = try Bitmap(
      size: PixelSize(width: width, height: height), format: .gray8, fill: white)
    try add(name, try bitmap.encoded(as: .png))
  }

  /// Makes a file.
  func add(_ name: String, _ bytes: [UInt8]) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Makes a file of text.
  func add(_ name: String, _ text: String) throws { try add(name, Array(text.utf8)) }

  /// Makes a symbolic link.
  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url.appendingPathComponent(name).path, withDestinationPath: target)
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: url.appendingPathComponent(name)))
  }

  /// The names in a folder, also hidden ones, sorted.
  func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent(folder).path)
      .sorted()
  }

  /// Decodes a picture.
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
