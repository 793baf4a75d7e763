// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The properties of a file system that determine the cost of synchronization.
struct FileSystemFacts: CustomStringConvertible {
  let description: String

  /// Determines the file system of a folder.
  init(of folder: String) {
    let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    let mounts = (try? String(contentsOfFile: "/proc/self/mounts", encoding: .utf8)) ?? ""
    let lines = mounts.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let around = lines.filter { line in
      line.count > 3 && (line[1] == "/" || (path + "/").hasPrefix(line[1] + "/"))
    }
    let mount = around.max { $0[1].count < $1[1].count }
    guard let mount else {
      description = "\(path) on an unknown file system"
      return
    }
    let device = mount[0].split(separator: "/").last ?? ""
    let queue = "/sys/block/\(device)/queue/write_cache"
    let cache = try? String(contentsOfFile: queue, encoding: .utf8)
    let facts = cache.map { ", \($0.prefix { $0 != "\n" })" } ?? ""
    description = "\(mount[2]) (\(mount[3])) on \(mount[0])\(facts)"
  }
}
