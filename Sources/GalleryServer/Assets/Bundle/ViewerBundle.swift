// SPDX-License-Identifier: Apache-2.0

import CViewerAssets
import Crypto

/// The files of the web viewer, and the hash of all of them, which is part of their paths.
///
/// There is one hash, because the modules import each other by relative paths: all files of a page are of
/// the same version.
struct ViewerBundle: Sendable {
  /// The files of this program.
  static let shared = ViewerBundle(
    files: (0..<cgallery_asset_count()).map { index in
      let asset = cgallery_asset_at(index)
      return ViewerFile(
        name: String(cString: asset.name),
        bytes: Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count)),
        gzip: Array(UnsafeBufferPointer(start: asset.gzip, count: asset.gzip_count)))
    })

  /// The first 128 bits of a SHA-256 over the names and bytes, as 32 hexadecimal digits.
  let hash: String

  private let files: [String: ViewerFile]

  init(files: [ViewerFile]) {
    self.files = Dictionary(files.map { ($0.name, $0) }) { first, _ in first }
    hash = Self.hash(of: files.sorted { $0.name < $1.name })
  }

  private static func hash(of files: [ViewerFile]) -> String {
    var function = SHA256()
    for file in files {
      // The lengths keep the bytes of one file apart from the name of the next one.
      function.update(data: Array("\(file.name.utf8.count):\(file.name)\(file.bytes.count):".utf8))
      function.update(data: file.bytes)
    }
    let digits = Array("0123456789abcdef".utf8)
    let text = function.finalize().prefix(16).flatMap {
      [digits[Int($0 >> 4)], digits[Int($0 & 15)]]
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The names of the files.
  var names: [String] { files.keys.sorted() }

  /// Returns a file, `nil` if there is none with this name.
  func file(_ name: String) -> ViewerFile? { files[name] }

  /// Returns a file by the decoded segments of its path, `nil` if there is none.
  ///
  /// A slash in a segment was encoded, and separates nothing: each file has one path.
  func file(_ segments: [String]) -> ViewerFile? {
    segments.contains { $0.contains("/") } ? nil : files[segments.joined(separator: "/")]
  }

  /// Returns the path of the folder of all files and folders, with a slash at its end.
  ///
  /// - Parameter root: The path below which the server is mounted.
  /// - Returns: The path.
  func folder(root: String) -> String { "\(root)/assets/\(hash)/" }

  /// Returns the names of all modules that a script needs when it is loaded, itself first, each once.
  func modules(of script: String) -> [String] {
    var found = [script]
    var next = 0
    while next < found.count {
      for name in files[found[next]]?.imports ?? [] where !found.contains(name) {
        found.append(name)
      }
      next += 1
    }
    return found
  }
}
