// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// An injected fault at the n-th call of `store-child` on a file of its store, in the order of all
/// threads.
///
/// The child counts itself, see `Tests/CGalleryFaults`: strace counts per thread, so that it never
/// reaches the first commit of a second thread.
struct Injection: CustomStringConvertible {
  enum Kind: String {
    case kill
    case noRoom
    case badDisk
    /// A file system that became read-only, as after an error of its disk: this call and all later ones
    /// fail.
    case readOnlyDisk
  }

  /// A call of the child.
  struct Call: Hashable {
    var number: Int
    var name: String
    /// The path of the file relative to the store.
    var path: String

    /// Whether the call writes bytes of a page, not of the catalog or its records.
    var isWriteOfPage: Bool {
      ["write", "pwrite"].contains(name) && path.hasPrefix("/incoming")
    }
  }

  let kind: Kind
  let number: Int

  var description: String { "\(kind) at call \(number)" }

  /// The environment of a child with the injected fault.
  ///
  /// - Parameter folder: The folder of the store.
  /// - Returns: The variables.
  func environment(in folder: TestFolder) -> [String: String] {
    var variables = Self.counting(in: folder)
    variables["STORE_CHILD_STRIKE"] = "\(number)"
    switch kind {
    case .kill: break
    case .noRoom: variables["STORE_CHILD_ERROR"] = "\(ENOSPC)"
    case .badDisk: variables["STORE_CHILD_ERROR"] = "\(EIO)"
    case .readOnlyDisk:
      variables["STORE_CHILD_ERROR"] = "\(EROFS)"
      variables["STORE_CHILD_LASTING"] = "1"
    }
    return variables
  }

  /// The environment of a child that only counts.
  static func counting(in folder: TestFolder) -> [String: String] {
    ["STORE_CHILD_FOLDER": folder.store, "STORE_CHILD_CALLS": folder.path + "/calls"]
  }

  /// The calls of a child.
  static func calls(in folder: TestFolder) throws -> [Call] {
    try String(contentsOfFile: folder.path + "/calls", encoding: .utf8).split(separator: "\n")
      .compactMap { line in
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, let number = Int(words[0]) else { return nil }
        return Call(number: number, name: words[1], path: words[2])
      }
  }
}
