// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryServer
import Glibc
import PageStorage

/// The reason why the program does not start, with the exit status of sysexits.h.
struct StartupFailure: Error, CustomStringConvertible {
  /// The exit statuses.
  enum Status: Int32, Sendable {
    case usage = 64
    case badInput = 65
    case missingInput = 66
    case unavailable = 69
    case uncreatableOutput = 73
    case inputOutputError = 74
    case busyStore = 75
    case noPermission = 77
    case configuration = 78
  }

  let status: Status
  let description: String

  init(_ status: Status, _ description: String) {
    (self.status, self.description) = (status, description)
  }

  /// Returns the failure of a user who may not use a file or folder, `nil` for another reason.
  ///
  /// A read-only disk is another reason, and so is a missing file.
  private static func denied(_ path: String, _ mode: Int32) -> Self? {
    var status = stat()
    let isFound = stat(path, &status) == 0
    guard isFound || errno == EACCES else { return nil }
    // A file in the place of a folder is another mistake.
    guard status.st_mode & S_IFMT == S_IFDIR || mode & X_OK == 0 || !isFound else { return nil }
    guard access(path, mode) != 0, errno == EACCES else { return nil }
    return Self(
      .noPermission,
      "permission denied: \(path); run this as the user who owns it, or change its permissions")
  }

  /// Returns the failure of a user who may not look into a folder, `nil` if it is readable or missing.
  static func unreadable(_ folder: String) -> Self? { denied(folder, R_OK | X_OK) }

  /// Returns the failure of a store in whose place something else than a folder is, `nil` for another reason.
  private static func foreign(_ path: String) -> Self? {
    var status = stat()
    let isFound = stat(path, &status) == 0
    guard isFound || errno == ENOENT && lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT != S_IFDIR else { return nil }
    let found =
      switch status.st_mode & S_IFMT {
      case S_IFREG: "a file"
      case S_IFLNK: "a link to nothing"
      default: "something else"
      }
    return Self(
      .badInput,
      "the store \(path) cannot be opened: a store is a folder, and \(found) is in its place")
  }

  /// What a store creates before its catalog is complete.
  private static let ownNames: Set = [
    "aside", "blobs", "incoming", "originals", "records", "reserve", "thumbnails",
    "unfinished-backup", AccessDatabase.fileName, AccessDatabase.fileName + "-journal",
  ]
  private static let catalogName = "catalogue.sqlite"

  /// Returns the failure of a folder with other files than those of a store, `nil` without any.
  private static func occupied(_ place: StorePlace) -> Self? {
    // Any other character could be a command to a terminal.
    let names = place.names?.filter { name in
      !ownNames.contains(name) && !name.hasPrefix(catalogName)
        && name.allSatisfy { $0.isLetter || $0.isNumber || " -._".contains($0) }
    }
    guard let name = names?.min() else { return nil }
    return Self(
      .badInput,
      "the store \(place) cannot be opened: the folder has other files, such as \(name), and no store; name the "
        + "folder of a store, or an empty or new one")
  }

  /// Describes why the server cannot listen.
  ///
  /// A foreign address is no mistake of the configuration: at the start of a machine, its own may come later.
  init(listeningOn url: String, errno code: Int32) {
    let isDenied = code == EACCES || code == EPERM
    let remedy =
      switch code {
      case EACCES, EPERM: "; take a port above 1023, or give it the capability CAP_NET_BIND_SERVICE"
      case EADDRNOTAVAIL:
        "; this machine does not have the address now: take one that 'ip address' shows, or 0.0.0.0 or [::] for all"
      default: ""
      }
    self.init(
      isDenied ? .noPermission : .unavailable,
      "cannot listen on \(url): \(String(cString: strerror(code)))\(remedy)")
  }

  /// Describes why tokens cannot be used.
  init(_ error: AccessDatabaseError) {
    if StorePlace(error.path)?.isServed == true {
      self.init(Self.status(of: error, otherwise: .unavailable), error.description)
      return
    }
    let folder = error.path.dropLast(AccessDatabase.fileName.utf8.count + 1)
    if let denial = Self.foreign(String(folder)) ?? Self.denied(String(folder), R_OK | W_OK | X_OK)
      ?? Self.denied(error.path, R_OK | W_OK)
    {
      self = denial
      return
    }
    self.init(Self.status(of: error, otherwise: .inputOutputError), error.description)
  }

  private static func status(of error: AccessDatabaseError, otherwise: Status) -> Status {
    switch error {
    case .damaged: .badInput
    case .failed: otherwise
    case .denied: .noPermission
    case .readOnly, .full: .uncreatableOutput
    }
  }

  /// Prints the failure, and returns the end of the program, whether or not anybody reads the failure.
  func exit() -> ExitCode {
    StandardStreams.print("gallery-server: \(self)", to: .error, within: StandardStreams.patience)
    return ExitCode(status.rawValue)
  }

  /// Describes why a store could not be opened.
  init(opening place: StorePlace, _ error: PageStoreError) {
    if !place.isServed,
      let reason = Self.foreign(place.text) ?? Self.denied(place.text, R_OK | W_OK | X_OK)
    {
      self = reason
      return
    }
    if case .notAStore(let path) = error, !path.hasSuffix("/" + Self.catalogName),
      let reason = Self.occupied(place)
    {
      self = reason
      return
    }
    let status: Status =
      switch error {
      case .locked: .busyStore
      case .unreachable: .unavailable
      case .unfitLocation, .unsupported: .configuration
      case .full, .readOnly: .uncreatableOutput
      case .io(_, let errno) where errno == EACCES: .noPermission
      case .io(_, let errno) where errno == 2 || errno == 20: .missingInput
      case .io: .inputOutputError
      default: .badInput
      }
    let remedy =
      if case .corrupted = error, !place.isServed {
        " Run 'thumbnail-strip store repair --store \(place)'."
      } else {
        ""
      }
    self.init(status, "the store \(place) cannot be opened: \(error)\(remedy)")
  }
}
