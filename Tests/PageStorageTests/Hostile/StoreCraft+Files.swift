// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

extension StoreCraft {
  /// A failed step that a kind needs: a system call with its errno, or a search with code 0.
  struct Failure: Error {
    var call: String
    var code = errno
  }

  private func check(_ result: Int32, _ call: String) throws {
    if result != 0 { throw Failure(call: call) }
  }

  /// Writes a file, given by its path relative to the store or by an absolute one.
  func write(_ bytes: [UInt8], to name: String) throws {
    let path = name.hasPrefix("/") ? name : path(name)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  /// Reads a file of the store.
  func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  /// Changes the bytes of a file of the store.
  func edit(_ name: String, _ change: (inout [UInt8]) throws -> Void) throws {
    var bytes = try bytes(of: name)
    try change(&bytes)
    try write(bytes, to: name)
  }

  /// Removes a file if it exists.
  func remove(_ name: String) {
    try? FileManager.default.removeItem(atPath: path(name))
  }

  /// Creates a folder and those above it.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
  }

  /// Replaces a file by a symbolic link.
  func symlink(_ name: String, to target: String) throws {
    remove(name)
    try check(Glibc.symlink(target, path(name)), "symlink")
  }

  /// Replaces a file by a hard link to a file outside.
  func hardLink(_ name: String, to target: String) throws {
    remove(name)
    try check(link(target, path(name)), "link")
  }

  /// Replaces a file by a pipe.
  func pipe(_ name: String) throws {
    remove(name)
    try check(mkfifo(path(name), 0o644), "mkfifo")
  }

  /// Replaces a file by an endless device, or by a link to it.
  func device(_ name: String) throws {
    remove(name)
    // The number of /dev/zero: major 1, minor 5.
    if mknod(path(name), S_IFCHR | 0o666, 1 << 8 | 5) != 0 {
      try symlink(name, to: "/dev/zero")
    }
  }

  /// Extends a file by a hole, to 1 TiB by default; creates the file if it is missing.
  func extend(_ name: String, to byteCount: Int = 1 << 40) throws {
    let path = path(name)
    if access(path, F_OK) != 0 { try write([], to: name) }
    try check(truncate(path, byteCount), "truncate")
  }

  /// Returns the path of an original relative to the store, by its position in alphabetical order.
  func original(_ place: Int = 0) throws -> String {
    let blobs = path("blobs")
    var found: [String] = []
    for folder in try FileManager.default.contentsOfDirectory(atPath: blobs).sorted() {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(blobs)/\(folder)")) ?? []
      found += names.sorted().map { "blobs/\(folder)/\($0)" }
      if found.count > place { return found[place] }
    }
    throw Failure(call: "find an original", code: 0)
  }

  /// Returns the digest of that original in hexadecimal digits.
  func digest(_ place: Int = 0) throws -> String {
    try original(place).dropFirst(6).filter { $0 != "/" }
  }
}
