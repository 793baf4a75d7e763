// SPDX-License-Identifier: Apache-2.0

import Foundation
import PageStorage

/// The parts that run in a child process: to measure their memory, or to be killed.
enum Children {
  /// Starts this program with other arguments.
  static func start(_ arguments: [String]) throws -> (Process, FileHandle) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["child"] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    return (process, pipe.fileHandleForReading)
  }

  /// Runs in the child process until the work is done or the process is killed.
  static func run(_ arguments: [String]) async throws {
    let store = try await PageStore.open(at: arguments[1])
    let document = try await store.createDocument(title: arguments[0]).id
    let before = peakKiB()
    let names = Array(arguments.dropFirst(2))
    switch arguments[0] {
    case "endless": try await ingestEndlessly(store, document)
    case "single":
      for name in names { try await store.append(.file(name), to: document) }
    case "batch":
      for outcome in await store.ingest(names.map(PageInput.file), into: document) {
        _ = try outcome.get()
      }
    default: try await appendAtOnce(names, store, document, streams: arguments[0] == "streams")
    }
    print(before, peakKiB())
  }

  /// Stores small pages, and prints a line for each batch.
  private static func ingestEndlessly(_ store: PageStore, _ document: DocumentID) async throws {
    var number = Int.random(in: 1 << 20..<1 << 40)
    while true {
      let inputs = try (number..<number + 100).map { PageInput.bytes(try SamplePages.small($0)) }
      number += inputs.count
      for outcome in await store.ingest(inputs, into: document) { _ = try outcome.get() }
      FileHandle.standardOutput.write(Data([10]))
    }
  }

  /// Stores all files concurrently, one task each.
  private static func appendAtOnce(
    _ names: [String], _ store: PageStore, _ document: DocumentID, streams: Bool
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for name in names {
        group.addTask {
          let input = streams ? PageInput.stream(FilePieces(path: name)) : .file(name)
          try await store.append(input, to: document)
        }
      }
      try await group.waitForAll()
    }
  }

  /// Returns the peak memory of the process, in KiB.
  private static func peakKiB() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  }
}

/// The chunks of a file, as a network would deliver them.
struct FilePieces: AsyncSequence, Sendable {
  let path: String

  func makeAsyncIterator() -> Iterator { Iterator(file: FileHandle(forReadingAtPath: path)) }

  struct Iterator: AsyncIteratorProtocol {
    let file: FileHandle?

    mutating func next() async throws -> [UInt8]? {
      guard let data = try file?.read(upToCount: 64 << 10), !data.isEmpty else { return nil }
      return Array(data)
    }
  }
}
