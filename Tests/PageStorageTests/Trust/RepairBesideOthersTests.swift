// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageStorage
import Testing

/// A repair has exclusive access to the store.
@Suite struct RepairBesideOthersTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(arguments: [PageStoreConfiguration.Access.readWrite, .readOnly])
  func aStoreThatIsOpenIsNotRepaired(access: PageStoreConfiguration.Access) async throws {
    let first = try await folder.open()
    let document = try await first.createDocument(title: "").id
    await first.close()
    let other = try await folder.open { $0.access = access }
    var configuration = PageStoreConfiguration()
    configuration.lockTimeout = .milliseconds(30)
    await #expect(throws: PageStoreError.locked(waited: .milliseconds(30))) {
      try await PageStore.repair(at: folder.store, configuration: configuration)
    }
    let open = try await folder.open { $0.lockTimeout = .milliseconds(30) }
    await #expect(throws: PageStoreError.locked(waited: .milliseconds(30))) {
      try await open.repair()
    }
    try await open.append(TestPage.input(1), to: document)
    await other.close()
    #expect(try await open.repair().isEmpty)
    try await open.append(TestPage.input(2), to: document)
    #expect(try await open.ids(of: document).count == 2)
    #expect(try await open.verify().isSound)
  }

  @Test func aSecondRepairKeepsWhatTheFirstOneReplaced() async throws {
    var kept: Set<String> = []
    for _ in 0..<3 {
      await (try await folder.open()).close()
      let catalog = URL(fileURLWithPath: folder.store + "/catalogue.sqlite")
      var bytes = try Data(contentsOf: catalog)
      bytes[60] ^= 0x80
      try bytes.write(to: catalog)
      kept.formUnion(try await PageStore.repair(at: folder.store).putAside)
    }
    #expect(kept.filter { $0.hasSuffix("catalogue.sqlite") }.count == 3)
    #expect(kept.allSatisfy { FileManager.default.fileExists(atPath: $0) })
  }
}
