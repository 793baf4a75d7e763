// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// A watching process, and its output so far.
final class Watcher {
  private let process: Process
  private let output: URL
  private let errorOutput: URL

  init(_ workspace: Workspace, _ arguments: [String], under tool: [String] = []) throws {
    process = workspace.program.makeProcess(arguments)
    if let executable = tool.first {
      process.executableURL = URL(fileURLWithPath: executable)
      process.arguments = tool.dropFirst() + [Program.url.path] + arguments
    }
    let name = UUID().uuidString
    output = workspace.url.appendingPathComponent("\(name).out")
    errorOutput = workspace.url.appendingPathComponent("\(name).err")
    for file in [output, errorOutput] { try Data().write(to: file) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errorOutput)
    try process.run()
  }

  deinit {
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  private func text(of file: URL) -> String {
    (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// The complete lines of standard output.
  var lines: [String] {
    text(of: output).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// Standard error.
  var errors: String { text(of: errorOutput) }

  /// Waits for a number of lines.
  func wait(forLines count: Int) async throws {
    try await wait { self.lines.count >= count }
  }

  /// Waits for a condition.
  func wait(_ condition: () throws -> Bool) async throws {
    for _ in 0..<15_000 {
      if try condition() { return }
      guard process.isRunning else { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    try #require(try condition(), "\(lines) \(errors)")
  }

  /// Waits until the program ends in its own way at SIGTERM; before it has begun, the signal ends it.
  func waitUntilSignalsAreCaught() async throws {
    try await wait {
      let status = self.text(
        of: URL(fileURLWithPath: "/proc/\(self.process.processIdentifier)/status"))
      let caught = status.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
      let mask = caught.flatMap { UInt64($0.split(separator: "\t").last ?? "", radix: 16) } ?? 0
      return mask & (1 << (SIGTERM - 1)) != 0
    }
  }

  /// Sends a signal and waits for the exit.
  func end(with signal: Int32) throws -> Int32 {
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Sends a signal once a condition is true, or after ten minutes, and waits for the exit.
  ///
  /// The condition is looked at on a thread of its own: other tests may keep all those of tasks busy for long.
  func end(with signal: Int32, once condition: @escaping @Sendable () -> Bool) async -> Int32 {
    let identifier = process.processIdentifier
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for _ in 0..<60_000 {
          if condition() { break }
          usleep(10_000)
        }
        kill(identifier, signal)
        continuation.resume()
      }
    }
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Waits for the exit.
  func status() async throws -> Int32 {
    try await wait { !self.process.isRunning }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
