// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import GalleryModel
import GallerySystem
import Testing

@testable import PageStorage

/// Counters of the catalog from which new identifiers are derived.
@Suite struct CounterTests {
  let folder: TestFolder
  let document: DocumentID

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    document = try await store.createDocument(title: "Lease").id
    _ = await store.ingest((0..<3).map { TestPage.input($0) }, into: document)
    await store.close()
  }

  private func change(_ body: @Sendable (Database) throws -> Void) async throws {
    let queue = try DatabaseQueue(path: folder.store + "/catalogue.sqlite")
    try await queue.writeWithoutTransaction(body)
    try queue.close()
  }

  private func expectRepair(naming fault: String) async throws {
    let reader = try await folder.open { $0.access = .readOnly }
    #expect(try await reader.verify().problems == [.catalog(message: fault)])
    await reader.close()
    _ = try await PageStore.repair(at: folder.store)
    let store = try await folder.open()
    #expect(try await store.verify().isSound)
    let new = try await store.createDocument(title: "New").id
    #expect(new.rawValue > document.rawValue && new.rawValue < DocumentRow.maximumID)
    let page = try await store.append(TestPage.input(7), to: new)
    #expect(page.id.rawValue > 3 && Int64(page.id.rawValue) < DocumentRow.maximumID)
    await store.close()
  }

  @Test(arguments: [Int64.max, Int64(1 << 60) + 1, 0, -1])
  func aChangedCounterOfDocumentsIsFoundAndRepaired(number: Int64) async throws {
    try await change { db in
      try db.execute(
        sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'document'", arguments: [number])
    }
    try await expectRepair(naming: CatalogFault.documentCounter)
  }

  @Test(arguments: [Int64.max, Int64(1 << 60) + 1, 0, -1])
  func aChangedCounterOfPagesIsFoundAndRepaired(number: Int64) async throws {
    try await change { db in try db.set(.page, to: number) }
    try await expectRepair(naming: CatalogFault.pageCounter)
  }

  @Test func aReserveThatIsAHoleIsFilled() async throws {
    let path = folder.store + "/reserve"
    let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    #expect(size == 64 << 10)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.truncate(atOffset: 0)
    try file.truncate(atOffset: UInt64(size))
    try file.close()
    let root = try Folder(at: folder.store, sharing: .owner)
    #expect(try root.status(of: "reserve")?.isAllocated == false)
    await (try await folder.open()).close()
    #expect(try root.status(of: "reserve")?.isAllocated == true)
    #expect(try root.status(of: "reserve")?.byteCount == size)
  }
}
