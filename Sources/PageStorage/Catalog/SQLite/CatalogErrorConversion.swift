// SPDX-License-Identifier: Apache-2.0

import CGallerySQLite
import GRDB
import GRDBSQLite
import GallerySystem

/// The conversion of SQLite errors to errors of this module.
enum CatalogErrorConversion {
  /// Returns the error of this module.
  ///
  /// - Parameters:
  ///   - error: The thrown error.
  ///   - db: The connection, which knows the `errno` of the last failed call.
  /// - Returns: The error itself if it is one of this module.
  static func error(_ error: any Error, in db: Database? = nil) -> PageStoreError {
    if let error = error as? PageStoreError { return error }
    guard let error = error as? DatabaseError else { return .cancelled }
    let code = db?.sqliteConnection.map { sqlite3_system_errno($0) } ?? 0
    let isFull =
      error.resultCode == .SQLITE_FULL
      || (isIO(error) && SystemError(call: "commit", number: code).isFullDisk)
    if isFull { return .full(operation: "commit") }
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL: return .locked(waited: .zero)
    case .SQLITE_IOERR: return failure("catalog", code == 0 ? 5 : code)
    case .SQLITE_CANTOPEN:
      let number = code == 0 ? cgallery_sqlite_open_errno() : code
      return failure("open catalog", number == 0 ? 2 : number)
    case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
      return failure("write catalog", code == 0 ? 13 : code)
    case .SQLITE_NOMEM: return .io(operation: "catalog", errno: 12)
    case .SQLITE_MISUSE: return .closed
    case .SQLITE_INTERRUPT, .SQLITE_ABORT: return .cancelled
    default:
      return .corrupted(.catalog(message: error.message ?? "error \(error.extendedResultCode)"))
    }
  }

  private static func failure(_ call: String, _ number: Int32) -> PageStoreError {
    PageStoreError(SystemError(call: call, number: number))
  }

  /// Returns whether SQLite could not open, create or recover a file next to the catalog.
  ///
  /// `SQLITE_PROTOCOL` means that the -shm file still does not match the log after a hundred
  /// attempts: a writer was killed between writing the two.
  ///
  /// https://www.sqlite.org/wal.html#read_only_databases
  static func isAboutSharing(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    return [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PROTOCOL].contains(error.resultCode)
  }

  /// Returns whether a file was written and only its sync failed, so that nobody knows what is on the disk.
  static func isAboutSync(_ error: any Error) -> Bool {
    let codes: [ResultCode] = [.SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC]
    return (error as? DatabaseError).map { codes.contains($0.extendedResultCode) } ?? false
  }

  private static func isIO(_ error: DatabaseError) -> Bool {
    error.resultCode == .SQLITE_IOERR || error.resultCode == .SQLITE_CANTOPEN
  }
}
