// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials

/// What the system knows about this process.
struct ProcessFigures: Sendable {
  /// The resident memory in bytes, `nil` if it is unknown.
  let residentByteCount: Int?

  /// The number of open files, `nil` if it is unknown.
  let openFileCount: Int?

  /// Reads the current figures.
  init() {
    residentByteCount = Self.residentMemory
    // The folder is open while it is listed.
    openFileCount = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))
      .map { $0.count - 1 }
  }

  // https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
  private static var residentMemory: Int? {
    guard let data = FileManager.default.contents(atPath: "/proc/self/status") else { return nil }
    let line = String(decoding: data, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmRSS:") }
    return line?.split { !$0.isASCII || !$0.isNumber }.first.flatMap { Int($0) }.map { $0 << 10 }
  }
}
