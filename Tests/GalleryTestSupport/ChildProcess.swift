// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Glibc

/// A child process started by a test, and its output.
public struct ChildProcess {
  /// The process.
  public let process = Process()
  private let output: String
  private let ended: AsyncStream<Void>

  /// Starts a process.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments.
  ///   - folder: The folder for the file that receives the output.
  ///   - environment: Variables in addition to those of the tests.
  /// - Throws: Foundation's error if the program cannot be run.
  public init(
    _ words: [String], printingInto folder: String, environment: [String: String] = [:]
  ) throws {
    output = "\(folder)/\(UUID().uuidString)"
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    // Foundation keeps a process, and with it an open file of each.
    defer { try? handle.close() }
    process.standardOutput = handle
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    process.terminationHandler = { _ in end.finish() }
    try process.run()
  }

  /// Waits without blocking a thread that other tests need.
  public func waitUntilExit() async {
    for await _ in ended {}
  }

  /// Kills the process.
  public func kill() {
    signal(SIGKILL)
  }

  /// Sends the process a signal.
  ///
  /// - Parameter number: The signal number.
  public func signal(_ number: Int32) {
    _ = Glibc.kill(process.processIdentifier, number)
  }

  /// Returns the output so far.
  ///
  /// - Returns: The text.
  /// - Throws: Foundation's error if it cannot be read.
  public func text() throws -> String { try String(contentsOfFile: output, encoding: .utf8) }

  /// Returns the lines of the output so far.
  ///
  /// - Returns: The words of each line.
  /// - Throws: Foundation's error if the output cannot be read.
  public func lines() throws -> [[String]] {
    try text().split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }
}

// MARK: - Programs

extension ChildProcess {
  /// The path of the program `store-child`, beside the test bundle.
  public static let storeChild: String = {
    let bundle = Bundle.allBundles.map(\.bundleURL).first { $0.pathExtension == "xctest" }
    let folder = bundle?.deletingLastPathComponent() ?? Bundle.main.bundleURL
    return folder.appendingPathComponent("store-child").path
  }()

  /// The path of strace, `nil` if it is not installed or may not trace.
  public static let strace: String? = {
    let path = "/usr/bin/strace"
    return succeeds(path, ["-o", "/dev/null", "/bin/true"]) ? path : nil
  }()

  /// The command line prefix that runs a program with a private mount namespace, `nil` if that is
  /// not permitted.
  public static let unshare: [String]? = {
    let folder = FileManager.default.temporaryDirectory.path
    return ["-rm", "-m"].first { flag in
      succeeds(
        "/usr/bin/unshare", [flag, "mount", "-t", "tmpfs", "-o", "size=1m", "none", folder])
    }.map { ["/usr/bin/unshare", $0] }
  }()

  /// Returns whether a program can be run and succeeds.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments.
  /// - Returns: `true` if it ended with zero.
  public static func succeeds(_ path: String, _ arguments: [String]) -> Bool {
    guard FileManager.default.isExecutableFile(atPath: path) else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
