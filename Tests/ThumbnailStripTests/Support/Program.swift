// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// The built program, run as a process.
struct Program {
  /// The result of a run.
  struct Outcome: Equatable {
    var output: String
    var errors: String
    var status: Int32
  }

  /// The working directory of runs, so that paths in output are short and reproducible.
  var folder: URL

  /// Additional environment variables.
  var environment: [String: String] = [:]

  private var executable = Self.url

  /// Creates runs of the program that start in a folder.
  init(folder: URL, environment: [String: String] = [:]) {
    (self.folder, self.environment) = (folder, environment)
  }

  /// The program: that of the environment variable GALLERY_STRIP, such as a release, or the one beside the
  /// bundle of the tests.
  static let url: URL = {
    if let path = ProcessInfo.processInfo.environment["GALLERY_STRIP"] {
      return URL(fileURLWithPath: path)
    }
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("thumbnail-strip")
  }()

  /// Runs the program to completion.
  func run(_ arguments: String..., input: String = "") throws -> Outcome {
    try run(arguments, input: Data(input.utf8))
  }

  /// Runs the program to completion.
  func run(_ arguments: [String], input: Data = Data()) throws -> Outcome {
    let process = makeProcess(arguments)
    // Files instead of pipes: long output cannot block.
    let (outputFile, errorFile) = (scratchFile("out"), scratchFile("err"))
    defer { [outputFile, errorFile].forEach { try? FileManager.default.removeItem(at: $0) } }
    let inputFile = scratchFile("in")
    try input.write(to: inputFile)
    defer { try? FileManager.default.removeItem(at: inputFile) }
    let handles = [
      try FileHandle(forReadingFrom: inputFile), try FileHandle(forWritingTo: outputFile),
      try FileHandle(forWritingTo: errorFile),
    ]
    process.standardInput = handles[0]
    process.standardOutput = handles[1]
    process.standardError = handles[2]
    defer { for handle in handles { try? handle.close() } }
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: try String(contentsOf: outputFile, encoding: .utf8),
      errors: try String(contentsOf: errorFile, encoding: .utf8),
      status: process.terminationStatus)
  }

  /// Runs a shell script, for what the shell does before it starts the program.
  func run(shell script: String) throws -> Outcome {
    var program = self
    program.executable = URL(fileURLWithPath: "/bin/sh")
    return try program.run(["-c", script])
  }

  /// Runs the program for a reader that closes its end before anything is written, like `head`.
  ///
  /// The output is empty; the status of a program that was ended by a signal is 128 plus its
  /// number.
  func runWithoutReader(_ arguments: String...) throws -> Outcome {
    try runWithoutReader(arguments)
  }

  func runWithoutReader(_ arguments: [String]) throws -> Outcome {
    let process = makeProcess(arguments)
    // Servers of other tests in this process make it ignore the signal, which children inherit.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal=PIPE", executable.path] + arguments
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
    // Help is wrapped to this width, independent of the environment of the test run.
    process.environment = ProcessInfo.processInfo.environment
      .filter { !["NO_COLOR", "PAGE_GALLERY_STORE"].contains($0.key) }
      .merging(["COLUMNS": "80", "TERM": "xterm"]) { _, new in new }
      .merging(environment) { _, new in new }
    return process
  }

  private func scratchFile(_ name: String) -> URL {
    let url = TestFiles.folder
      .appendingPathComponent("thumbnail-strip-tests-\(UUID().uuidString).\(name)")
    _ = FileManager.default.createFile(atPath: url.path, contents: nil)
    return url
  }
}
