// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport

/// The system calls of a process, in the order of their completion.
struct SystemCallTrace {
  struct Call {
    let name: String
    /// The paths of the files of the call.
    let paths: [String]
    /// The written text, as far as strace shows it.
    let text: String
    let hasFailed: Bool
  }

  private(set) var calls: [Call] = []

  /// The tracing program and its arguments.
  ///
  /// - Parameters:
  ///   - file: The file for the output of strace.
  ///   - calls: The names of the calls.
  /// - Returns: The prefix of the traced command line.
  static func prefix(_ file: String, _ calls: [String]) -> [String] {
    [ChildProcess.strace ?? "strace", "-f", "--seccomp-bpf", "-y", "-o", file]
      + ["-e", "trace=" + calls.joined(separator: ",")]
  }

  /// Reads the output of strace.
  init(contentsOfFile file: String) throws {
    var unfinished: [Substring: String] = [:]
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      guard parts.count == 2 else { continue }
      var call = String(parts[1]).trimmingCharacters(in: .whitespaces)
      if let end = call.range(of: " <unfinished ...>") {
        unfinished[parts[0]] = String(call[..<end.lowerBound])
        continue
      }
      if call.hasPrefix("<... "), let end = call.range(of: " resumed>") {
        call = (unfinished.removeValue(forKey: parts[0]) ?? "") + call[end.upperBound...]
      }
      if let call = Call(call) { calls.append(call) }
    }
  }

  /// The positions of the successful calls that match.
  func places(_ names: Set<String>, where fits: (Call) -> Bool = { _ in true }) -> [Int] {
    calls.indices.filter { place in
      names.contains(calls[place].name) && !calls[place].hasFailed && fits(calls[place])
    }
  }
}

extension SystemCallTrace.Call {
  /// The calls whose first argument is a descriptor.
  private static let ofDescriptors: Set = [
    "fsync", "fdatasync", "write", "pwrite64", "ftruncate", "fallocate",
  ]

  /// The calls that differ from others only by a directory descriptor.
  private static let names = [
    "linkat": "link", "unlinkat": "unlink", "renameat2": "rename", "renameat": "rename",
  ]

  /// Reads `name(arguments) = result`, `nil` if the call did not complete.
  fileprivate init?(_ line: String) {
    guard let open = line.firstIndex(of: "("),
      let equals = line.range(of: ") ", options: .backwards)
    else { return nil }
    let result = line[equals.upperBound...].drop { $0 == " " || $0 == "=" }
    guard !result.hasPrefix("?") else { return nil }
    hasFailed = result.hasPrefix("-")
    let arguments = line[line.index(after: open)..<equals.lowerBound]
    name = Self.names[String(line[..<open])] ?? String(line[..<open])
    let quoted = arguments.split(separator: "\"", omittingEmptySubsequences: false)
    let texts = quoted.indices.filter { $0 % 2 == 1 }.map { String(quoted[$0]) }
    text = texts.joined(separator: " ")
    guard Self.ofDescriptors.contains(name) else {
      // A directory descriptor precedes each relative path.
      let folders = arguments.split(separator: "<").dropFirst().compactMap {
        $0.split(separator: ">", maxSplits: 1).first.map(String.init)
      }
      paths = zip(texts, folders).map { $0.hasPrefix("/") ? $0 : "\($1)/\($0)" }
      return
    }
    let path = arguments.split(separator: "<", maxSplits: 1).dropFirst().first?
      .split(separator: ">", maxSplits: 1).first
    paths = path.map { [String($0)] } ?? []
  }
}
