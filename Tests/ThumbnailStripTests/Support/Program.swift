// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The built program, run as a process of its own.
struct Program {
  /// What a run left behind.
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  /// Where runs start, so that paths in output are short and the same everywhere.
  var folder: URL

  /// Variables in addition to those that every run has.
  var environment: [String: String] = [:]

  private var executable = Self.url

  /// Makes runs of the program that start in a folder.
  init(folder: URL, environment: [String: String] = [:]) {
    (self.folder, self.environment) = (folder, environment)
  }

  /// The program beside the bundle of the tests.
  static let url: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("thumbnail-strip")
  }()

  /// Runs the program to its end.
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, input: Data(input.utf8))
  }

  /// Runs the program to its end.
  func run(_ arguments: [String], input: Data = Data()) throws -> Outcome {
    let process = makeProcess(arguments)
    // Files instead of pipes: no output is so long that it blocks.
    let (outputFile, errorFile) = (scratchFile("out"), scratchFile("err"))
    defer { [outputFile, errorFile].forEach { try? FileManager.default.removeItem(at: $0) } }
    let inputFile = scratchFile("in")
    try input.write(to: inputFile)
    defer { try? FileManager.default.removeItem(at: inputFile) }
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: try String(contentsOf: outputFile, encoding: .utf8),
      errors: try String(contentsOf: errorFile, encoding: .utf8),
      status: process.terminationStatus)
  }

  /// Runs a script of the shell, for what the shell does before it starts the program.
  func run(shell script: String) throws -> Outcome {
    var program = self
    program.executable = URL(fileURLWithPath: "/bin/sh")
    return try program.run(["-c", script])
  }

  /// Runs the program for a reader that goes away before anything is written, as `head` does.
  ///
  /// The output is empty; the status of a program that a signal has ended is 128 and its number.
  func runWithoutReader(_ arguments: String...) throws -> Outcome {
    try runWithoutReader(arguments)
  }

  func runWithoutReader(_ arguments: [String]) throws -> Outcome {
    let process = makeProcess(arguments)
    let (output, errors) = (Pipe(), Pipe())
    try output.fileHandleForReading.close()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    try errors.fileHandleForWriting.close()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    // As shells do.
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    return Outcome(
      output: "", errors: String(decoding: text, as: UTF8.self),
      status: signal + process.terminationStatus)
  }

  /// A process that is ready to start.
  func makeProcess(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // Help is wrapped to this width. What whoever runs the tests wishes is not for the tests.
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["NO_COLOR", "PAGE_GALLERY_STORE"].contains($0.key) }
      .merging(["COLUMNS": "80", "TERM": "xterm"]) { _, new in new }
      .merging(environment) { _, new in new }
    return process
  }

  private func scratchFile(_ name: String) -> URL {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("thumbnail-strip-tests-\(UUID().uuidString).\(name)")
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    return url
  }
}
