// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import PageStorage

/// A run of `store-child` as a process of its own.
struct ChildProcess {
  let process = Process()
  private let output: String
  private let ended: AsyncStream<Void>

  /// The program beside the bundle of the tests.
  static let url: URL = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("store-child")
  }()

  /// Where strace is, `nil` if it is not installed or may not trace.
  static let strace: String? = {
    let path = "/usr/bin/strace"
    return succeeds(path, ["-o", "/dev/null", "/bin/true"]) ? path : nil
  }()

  /// Whether a program can be run and succeeds.
  static func succeeds(_ path: String, _ arguments: [String]) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: path) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// A number that the environment says.
  static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - arguments: What it shall do with the store of the folder.
  ///   - folder: The folder.
  ///   - prefix: A program and its arguments that run the process, none by default.
  ///   - environment: Variables beside those of the tests.
  /// - Throws: What Foundation throws if the program cannot be run.
  init(
    _ arguments: [String], in folder: TestFolder, prefix: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    output = "\(folder.path)/\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let words = prefix + [Self.url.path, folder.store] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    process.terminationHandler = { _ in end.finish() }
    try process.run()
  }

  /// Waits without holding a thread that other tests need.
  func waitUntilExit() async {
    for await _ in ended {}
  }

  func kill() {
    signal(SIGKILL)
  }

  func signal(_ number: Int32) {
    _ = Glibc.kill(process.processIdentifier, number)
  }

  /// What the process printed so far.
  func text() throws -> String { try String(contentsOfFile: output, encoding: .utf8) }

  /// The lines that the process printed, each split into words.
  func lines() throws -> [[String]] {
    try text().split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }
}
