// SPDX-License-Identifier: Apache-2.0

import Foundation

#if PostgreSQL
  import PostgreSQLClient
#endif

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

  /// The address of any of several servers of the database, for reading while the one that takes changes is not there;
  /// `nil` if the address asks for no such server.
  package var standby: String? {
    let parts = database.split(separator: "?", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let parameters = parts[1].split(separator: "&").map(String.init)
    let any = parameters.map { parameter in
      Self.askingForPrimary.contains(parameter) ? "target_session_attrs=any" : parameter
    }
    return any == parameters ? nil : "\(parts[0])?\(any.joined(separator: "&"))"
  }

  private static let askingForPrimary = [
    "target_session_attrs=read-write", "target_session_attrs=primary",
  ]

  /// Returns whether a text is a location on servers, correct or not, and not the path of a folder.
  package static func isLocation(_ text: String) -> Bool {
    let text = text.drop(while: \.isWhitespace).lowercased()
    // Those that lack a colon or a slash are no folders: one would be made with the password in its name.
    let beginnings = ["postgresql:", "postgres:", "postgresql//", "postgres//"]
    if beginnings.contains(where: text.hasPrefix) { return true }
    guard let colon = text.firstRange(of: "://") else { return false }
    return text[..<colon.lowerBound].allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) }
  }

  private static let schemes = ["postgresql://", "postgres://"]
  private static let ownParameters: Set = ["objects", "endpoint", "region"]

  /// Reads a location; `nil` for the path of a folder.
  ///
  /// - Throws: `PageStoreError.unfitLocation` if it does not tell where the originals are.
  package init?(_ text: String) throws(PageStoreError) {
    guard Self.isLocation(text) else { return nil }
    try Self.checkAddress(text)
    let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let parameters = parts.count < 2 ? [] : parts[1].split(separator: "&").map(String.init)
    var values: [String: String] = [:]
    for parameter in parameters {
      let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard Self.ownParameters.contains(String(pair[0])), pair.count == 2 else { continue }
      let old = values.updateValue(
        pair[1].removingPercentEncoding ?? String(pair[1]), forKey: String(pair[0]))
      if old != nil { throw .unfitLocation(reason: "\(pair[0])= occurs twice") }
    }
    let others = parameters.filter { parameter in
      !Self.ownParameters.contains { parameter.hasPrefix($0 + "=") }
    }
    database = parts[0] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
    originals = try Self.originals(values)
    self.text = text
  }

  /// Requires that libpq can read the address of the database.
  ///
  /// - Throws: `PageStoreError.unfitLocation`.
  package func checkForm() throws(PageStoreError) {
    #if PostgreSQL
      if let complaint = PostgreSQLConnection.complaint(about: database) {
        throw .unfitLocation(reason: complaint)
      }
    #endif
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

// MARK: - Mistakes and passwords

extension ServedLocation {
  /// Requires that the host and what is before it have the form of a URL.
  ///
  /// What is wrong with it is not repeated, because it may be a part of a password.
  private static func checkAddress(_ text: String) throws(PageStoreError) {
    guard let scheme = schemes.first(where: text.hasPrefix) else {
      throw .unfitLocation(reason: "it begins with neither postgresql:// nor postgres://")
    }
    let address = text.dropFirst(scheme.count)
    let authority = address.prefix { !"/?".contains($0) }
    let hosts = authority.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain =
      hosts.count <= 2 && !address.dropFirst(authority.count).prefix { $0 != "?" }.contains("@")
    let ports = (hosts.last ?? "").split(separator: ",").map(port)
    let areClosed = (hosts.last ?? "").split(separator: ",").allSatisfy {
      $0.hasPrefix("[") == $0.contains("]")
    }
    guard isPlain, areClosed, ports.allSatisfy({ $0.allSatisfy(\.isNumber) }),
      address.removingPercentEncoding != nil
    else {
      throw .unfitLocation(
        reason:
          "its user, password, host or port is malformed; in a password, '%', '/', '?', '@' and '&' are "
          + "written as %25, %2F, %3F, %40 and %26")
    }
  }

  /// Returns the port of a host, empty without one; the host may be an address in brackets.
  private static func port(_ host: Substring) -> Substring {
    let rest = host.hasPrefix("[") ? host.drop { $0 != "]" } : host
    return rest.firstIndex(of: ":").map { rest[rest.index(after: $0)...] } ?? ""
  }
}

extension ServedLocation: CustomStringConvertible {
  /// The location without a password.
  package var description: String { Self.withoutPassword(text) }

  /// Returns a location without its passwords; of one that is malformed, only the scheme.
  package static func withoutPassword(_ text: String) -> String {
    do {
      try checkAddress(text)
    } catch {
      return "\(text.prefix { $0 != ":" }):..."
    }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    let question = text.firstIndex(of: "?") ?? text.endIndex
    var address = text[..<question]
    if let at = address.lastIndex(of: "@"), let colon = address[start..<at].firstIndex(of: ":") {
      address = address[..<colon] + address[at...]
    }
    guard question < text.endIndex else { return String(address) }
    let parameters = text[question...].dropFirst().split(separator: "&").filter(isPublic)
    return address + "?" + parameters.joined(separator: "&")
  }

  /// Returns whether a parameter contains neither a password nor a name that libpq would take for one.
  private static func isPublic(_ parameter: Substring) -> Bool {
    let pair = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2, let name = pair[0].removingPercentEncoding?.lowercased(),
      let value = pair[1].removingPercentEncoding
    else { return false }
    return !name.contains("pass") && !(name == "endpoint" && value.contains("@"))
      && !(name == "options" && value.lowercased().contains("pass"))
  }
}
