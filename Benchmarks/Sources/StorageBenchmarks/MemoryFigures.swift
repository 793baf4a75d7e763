// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The peak memory of a process while it stores scans.
struct MemoryFigures {
  let folder: String

  func run() throws {
    let names = (0..<IngestFigures.pageCount).map { "\(folder)/sources/\($0).jpg" }
    print("\n| peak memory, \(names.count) pages | at start | at most |\n|---|---|---|")
    for (name, way) in [
      ("all files in a call", "batch"), ("a task for each file", "files"),
      ("a task for each stream", "streams"),
    ] {
      let (process, output) = try Children.start([way, "\(folder)/memory-\(way)"] + names)
      let text = String(decoding: try output.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let peaks = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
      guard process.terminationStatus == 0, peaks.count == 2 else {
        throw CallFailure(name: "child \(way)")
      }
      print("| \(name) | \(Int(peaks[0] / 1024)) MiB | \(Int(peaks[1] / 1024)) MiB |")
    }
  }
}
