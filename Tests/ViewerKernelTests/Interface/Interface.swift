// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The interface as it is documented and as it is exported, read from the sources.
struct Interface {
  /// The count of parameters of each function.
  var functions: [String: Int] = [:]
  var codes: [Int: String] = [:]
  var records: [Int: String] = [:]

  private static var folder: URL { packageFolder.appending(path: "Sources/ViewerKernel") }

  /// The rows of all tables in the documentation.
  static var documented: Interface {
    get throws {
      let file = folder.appending(path: "ViewerKernel.docc/Interface.md")
      var result = Interface()
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        if let row = line.firstMatch(of: /^\| `([a-z]\w+)` \| ([^|]*)\|/) {
          result.functions[String(row.1)] = parameterCount(String(row.2))
        } else if let row = line.firstMatch(of: /^\| (-?\d+) \| `(\w+)` \|/) {
          guard let number = Int(row.1) else { continue }
          if number < 0 { result.codes[number] = String(row.2) }
          if number > 0 { result.records[number] = String(row.2) }
        }
      }
      return result
    }
  }

  /// Counts the parameters of a row: commas outside of parentheses separate them.
  private static func parameterCount(_ text: String) -> Int {
    let plain = text.replacing(/\([^)]*\)/, with: "")
    return plain.split(separator: ",").filter { $0.contains(/\S/) }.count
  }

  /// The count of parameters of each exported function.
  static var exports: [String: Int] {
    get throws {
      var result: [String: Int] = [:]
      for match in try sources.matches(of: /@_expose\(wasm, "(\w+)"\)\s+func (\w+)\(([^)]*)\)/) {
        guard match.1 == match.2 else { continue }
        result[String(match.1)] = match.3.matches(of: /: Double/).count
      }
      return result
    }
  }

  /// The method that each exported function calls.
  static var calls: [(name: String, call: String)] {
    get throws {
      try sources.matches(of: /func (\w+)\([^)]*\) -> Double \{\s+kernel\.(\w+)\(/).map {
        (String($0.1), String($0.2))
      }
    }
  }

  private static var sources: String {
    get throws {
      let files = try FileManager.default.contentsOfDirectory(
        at: folder.appending(path: "Exports"), includingPropertiesForKeys: nil)
      return try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
  }
}
