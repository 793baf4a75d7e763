// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageStorage
import Testing

/// The permissions of the files that a store creates.
@Suite struct PrivacyTests {
  /// The permissions of all files and folders of a store.
  private func modes(_ folder: TestFolder) throws -> (files: Set<Int>, folders: Set<Int>) {
    let names = FileManager.default.enumerator(atPath: folder.store)?.allObjects as? [String] ?? []
    var (files, folders): (Set<Int>, Set<Int>) = ([], [])
    for name in names + [""] {
      let path = "\(folder.store)/\(name)"
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      if isFolder { folders.insert(mode) } else { files.insert(mode) }
    }
    return (files, folders)
  }

  @Test(arguments: [FileSharing.owner, .group]) func filesAreForThoseWhoAreMeant(
    sharing: FileSharing
  ) async throws {
    let folder = try TestFolder()
    let store = try await folder.open { $0.sharing = sharing }
    let document = try await store.createDocument(title: "Lease").id
    let page = try await store.append(TestPage.input(1), to: document).id
    _ = try await store.thumbnail(of: page, style: .strip(height: 2))
    let found = try modes(folder)
    #expect(found.files == [sharing == .owner ? 0o600 : 0o660])
    // Foundation omits the setgid bit.
    #expect(
      found.folders.map { $0 & 0o777 }.allSatisfy { $0 == (sharing == .owner ? 0o700 : 0o770) })
    await store.close()
  }
}
