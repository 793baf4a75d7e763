// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// All operations of a server, by path.
///
/// Unlike a general router, it knows every method of a path, so that it can answer HEAD, OPTIONS and
/// wrong methods, and it does not merge slashes.
struct RouteTable: Sendable {
  /// A path that matched, with its operations.
  struct Match: Sendable {
    var operations: [HTTPRequest.Method: Operation]
    var parameters: [String: String]

    /// The value of `Allow`.
    var allow: String { RouteTable.allow(operations.keys) }
  }

  /// The value of `Allow` for the server as a whole.
  var allow: String { Self.allow(operations.map(\.method)) }

  private static func allow(_ methods: some Sequence<HTTPRequest.Method>) -> String {
    var names = Set(methods.map(\.rawValue) + ["OPTIONS"])
    if names.contains("GET") { names.insert("HEAD") }
    return names.sorted().joined(separator: ", ")
  }

  private typealias Resource = (
    pattern: RoutePattern, operations: [HTTPRequest.Method: Operation]
  )

  /// The operations in the order in which they were added.
  let operations: [Operation]

  /// The resources by the number of their segments.
  private let resources: [Int: [Resource]]

  init(_ operations: [Operation]) {
    self.operations = operations
    var resources: [Int: [Resource]] = [:]
    for operation in operations {
      let pattern = operation.pattern
      var list = resources[pattern.count] ?? []
      if let place = list.firstIndex(where: { $0.pattern == pattern }) {
        list[place].operations[operation.method] = operation
      } else {
        list.append((pattern, [operation.method: operation]))
      }
      resources[pattern.count] = list
    }
    self.resources = resources
  }

  /// Returns the resource at a path.
  func match(_ path: [String]) -> Match? {
    for resource in resources[path.count] ?? [] {
      if let parameters = resource.pattern.parameters(of: path) {
        return Match(operations: resource.operations, parameters: parameters)
      }
    }
    return nil
  }
}
