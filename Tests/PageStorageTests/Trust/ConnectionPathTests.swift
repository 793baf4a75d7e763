// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import Testing

@testable import PageStorage

/// Paths that SQLite opens: a link is refused even if it replaces a file after the checks.
@Suite struct ConnectionPathTests {
  let folder: TestFolder
  private var target: String { folder.path + "/target.sqlite" }

  init() throws {
    folder = try TestFolder()
    try write(to: folder.path + "/target.sqlite")
  }

  private func write(to path: String) throws {
    let database = try CatalogConnection.openAnything(
      named: CatalogConnection.shared(path), Configuration())
    try database.write { db in try db.execute(sql: "CREATE TABLE IF NOT EXISTS page (id)") }
    try database.close()
  }

  @Test func aLinkInPlaceOfADatabaseIsNotFollowed() throws {
    let link = folder.path + "/link.sqlite"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    let before = try Data(contentsOf: URL(fileURLWithPath: target))
    for name in [
      CatalogConnection.shared(link), CatalogConnection.observing(link),
      CatalogConnection.immutable(link), CatalogConnection.unlocked(link),
    ] {
      let error = #expect(throws: DatabaseError.self) {
        let database = try CatalogConnection.openAnything(named: name, Configuration())
        try database.read { db in try db.execute(sql: "SELECT * FROM page") }
      }
      #expect(error?.resultCode == .SQLITE_CANTOPEN, "\(name)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == before)
  }

  @Test func aLinkAboveADatabaseIsFollowed() throws {
    let link = folder.path + "/above"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    try write(to: link + "/target.sqlite")
    try write(to: link + "/new.sqlite")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/new.sqlite"))
  }

  @Test(arguments: ["", "x", "../", "./"]) func aRelativePathBeginsAtTheWorkingFolder(
    prefix: String
  ) throws {
    let up = String(
      repeating: "../", count: FileManager.default.currentDirectoryPath.split(separator: "/").count)
    let path =
      prefix == "x" ? "missing/target.sqlite" : prefix + up + target.dropFirst()
    let result = Result { try write(to: path) }
    #expect((try? result.get()) != nil || prefix == "x", "\(path)")
  }

  @Test func aPathThatIsTooLongIsRefused() {
    let path = "/" + String(repeating: "a/", count: 400) + "target.sqlite"
    #expect(throws: DatabaseError.self) { try write(to: path) }
    #expect(throws: DatabaseError.self) { try write(to: String(path.dropFirst())) }
  }
}
