// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Glibc
import PageStorage
import Testing

/// Reading a store whose last writer was killed, so that its log and its -shm file are left.
@Suite struct KilledWriterTests {
  let folder: TestFolder

  init() async throws {
    folder = try TestFolder()
    let child = try ChildProcess(["template", "killed"], in: folder)
    await child.waitUntilExit()
    try #require(try status(of: "-wal").st_size > 32)
    try #require(try status(of: "-shm").st_size > 0)
  }

  private func path(_ suffix: String) -> String { folder.store + "/catalogue.sqlite" + suffix }

  private func status(of suffix: String) throws -> stat {
    var status = stat()
    try #require(stat(path(suffix), &status) == 0)
    return status
  }

  private func open() async throws -> PageStore {
    try await folder.open { $0.access = .readOnly }
  }

  @Test(arguments: [true, false]) func theLogIsReadAsItIs(hasMemory: Bool) async throws {
    if !hasMemory { try FileManager.default.removeItem(atPath: path("-shm")) }
    let before = try status(of: "-wal")
    for _ in 0..<2 {
      let store = try await open()
      #expect(!store.hasLostChanges)
      #expect(try await store.verify().problems == [])
      #expect(try await !store.documents().isEmpty)
      await store.close()
    }
    let after = try status(of: "-wal")
    // Also its owner is not set again: that would look like a change by another process.
    #expect(after.st_ctim.tv_sec == before.st_ctim.tv_sec)
    #expect(after.st_ctim.tv_nsec == before.st_ctim.tv_nsec)
    #expect(FileManager.default.fileExists(atPath: path("-shm")) == hasMemory)
  }

  enum Damage: CaseIterable {
    /// Only the header is left, as of a log that was begun anew.
    case cutOff
    /// The first byte has another value.
    case otherHeader
  }

  /// SQLite waits until another process has made the -shm file match the log: nobody will.
  @Test(arguments: Damage.allCases) func aLogWithoutMeaningIsIgnored(damage: Damage) async throws {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path("-wal")))
    switch damage {
    case .cutOff: try file.truncate(atOffset: 32)
    case .otherHeader: try file.write(contentsOf: Data([0x58]))
    }
    try file.close()
    let store = try await open()
    #expect(store.hasLostChanges)
    #expect(try await store.verify().problems.contains(.lostChanges))
    _ = try await store.documents()
    await store.close()
  }

  /// The last process to close a store locks the whole catalog, and may be stopped meanwhile.
  @Test func aWriterStoppedWhileClosingIsNotWaitedFor() async throws {
    let lock = try CatalogLockHolder(path(""))
    defer { lock.release() }
    for _ in 0..<3 {
      let store = try await open()
      #expect(try await !store.documents().isEmpty)
      #expect(try await store.verify().problems == [])
      await store.close()
    }
  }
}

/// A holder of the lock with which SQLite closes a database, as if it were another process.
private struct CatalogLockHolder {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = Glibc.open(path, O_RDWR)
    try #require(descriptor >= 0)
    // PENDING_BYTE to the end of SHARED_SIZE, see os.h of SQLite.
    var lock = flock(
      l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
    // F_OFD_SETLK: a lock of the open file, which conflicts with those of this process.
    try #require(fcntl(descriptor, 37, &lock) == 0)
  }

  func release() { Glibc.close(descriptor) }
}
