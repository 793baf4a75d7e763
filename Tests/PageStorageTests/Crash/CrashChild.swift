// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PageStorage

/// A run of `store-crash-child` as a process of its own.
struct CrashChild {
  let process = Process()
  private let output: String

  /// The program beside the bundle of the tests.
  static let url: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("store-crash-child")
  }()

  /// Where strace is, `nil` if it is not installed or may not trace.
  static let strace: String? = {
    let path = "/usr/bin/strace"
    guard FileManager.default.isExecutableFile(atPath: path) else { return nil }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["-o", "/dev/null", "/bin/true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? path : nil
  }()

  init(_ arguments: [String], in folder: TestFolder, injecting injection: String? = nil) throws {
    output = folder.path + "/output"
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    if let injection, let strace = Self.strace {
      process.executableURL = URL(fileURLWithPath: strace)
      process.arguments =
        ["-f", "--seccomp-bpf", "-o", "/dev/null"]
        + injection.split(separator: " ").map(String.init)
        + [Self.url.path, folder.store] + arguments
    } else {
      process.executableURL = Self.url
      process.arguments = [folder.store] + arguments
    }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  func kill(afterMicroseconds time: UInt32) {
    usleep(time)
    _ = Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The lines that the process printed, each split into words.
  func lines() throws -> [[String]] {
    try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n")
      .map { $0.split(separator: " ").map(String.init) }
  }
}
