// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The location of a store whose catalog is in a database on a server.
///
///     postgresql://scans@db/scans?sslmode=verify-full&objects=s3://scans-bucket/archive&endpoint=https://s3.example
///
/// It is an address of the database as its client library takes it, with the parameters `objects`,
/// `endpoint` and `region`, which tell where the originals are.
package struct ServedLocation: Hashable, Sendable {
  /// Where the originals are.
  enum Originals: Hashable, Sendable {
    /// A folder that all processes of the store share.
    case folder(String)
    /// A bucket of an object store with the interface of S3; `endpoint` is `nil` for that of the region.
    case bucket(String, prefix: String, endpoint: String?, region: String)
  }

  /// The address of the database.
  package let database: String
  let originals: Originals
  private let text: String

  /// Returns whether a text is a location on servers, and not the path of a folder.
  package static func isLocation(_ text: String) -> Bool {
    schemes.contains(where: text.hasPrefix)
  }

  private static let schemes = ["postgresql://", "postgres://"]
  private static let ownParameters: Set = ["objects", "endpoint", "region"]

  /// Reads a location; `nil` for the path of a folder.
  ///
  /// - Throws: `PageStoreError.unfitLocation` if it does not tell where the originals are.
  package init?(_ text: String) throws(PageStoreError) {
    guard Self.isLocation(text) else { return nil }
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parameters = parts.count < 2 ? [] : parts[1].split(separator: "&").map(String.init)
    var values: [String: String] = [:]
    for parameter in parameters {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard Self.ownParameters.contains(String(pair[0])), pair.count == 2 else { continue }
      values[String(pair[0])] = pair[1].removingPercentEncoding ?? String(pair[1])
    }
    let others = parameters.filter { parameter in
      !Self.ownParameters.contains { parameter.hasPrefix($0 + "=") }
    }
    database = parts[0] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    originals = try Self.originals(values)
    self.text = text
  }

  private static func originals(_ values: [String: String]) throws(PageStoreError) -> Originals {
    let text = values["objects"] ?? ""
    if text.hasPrefix("/") { return .folder(text) }
    if text.hasPrefix("file:///") { return .folder(String(text.dropFirst(7))) }
    guard text.hasPrefix("s3://") else {
      throw .unfitLocation(
        reason: "objects=s3://BUCKET/PREFIX or objects=/FOLDER has to tell where the originals are")
    }
    let parts = text.dropFirst(5).split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let bucket = parts.first, !bucket.isEmpty else {
      throw .unfitLocation(reason: "objects=\(text) names no bucket")
    }
    var prefix = parts.count > 1 ? String(parts[1]) : ""
    if !prefix.isEmpty, !prefix.hasSuffix("/") { prefix += "/" }
    return .bucket(
      String(bucket), prefix: prefix, endpoint: values["endpoint"],
      region: values["region"] ?? "us-east-1")
  }
}

extension ServedLocation: CustomStringConvertible {
  /// The location without a password.
  package var description: String { Self.withoutPassword(text) }

  /// Returns a location without its passwords, also one that cannot be used.
  package static func withoutPassword(_ text: String) -> String {
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    // A password with a slash makes the location useless, but not public.
    let end = text[start...].firstIndex(of: "?") ?? text.endIndex
    var user = text[start..<end]
    if let at = user.lastIndex(of: "@"), let colon = user[..<at].firstIndex(of: ":") {
      user = user[..<colon] + user[at...]
    }
    return text[..<start] + user + withoutSecretParameters(text[end...])
  }

  private static func withoutSecretParameters(_ rest: Substring) -> String {
    guard let question = rest.firstIndex(of: "?") else { return String(rest) }
    let parameters = rest[rest.index(after: question)...].split(separator: "&")
      .filter { parameter in
        !["password=", "sslpassword="].contains(where: parameter.hasPrefix)
      }
    return rest[...question] + parameters.joined(separator: "&")
  }
}
