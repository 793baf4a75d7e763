// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Glibc
import PageStorage
import Testing

/// A disk that fails during the repair of a sound store: unreadable data are not damaged.
@Suite struct FailingDiskTests {
  let folder: TestFolder

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    _ = await store.ingest((0..<5).map { .bytes(CrashPage.bytes($0)) }, into: document)
    try await store.delete(4, 5)
    await store.close()
  }

  @Test func aStoreOnTwoFileSystemsIsExplained() {
    let error = PageStoreError.io(operation: "link", errno: EXDEV)
    #expect("\(error)".hasSuffix("the folders of a store must be on one file system."))
    #expect(!"\(PageStoreError.io(operation: "link", errno: EIO))".contains("one file system"))
  }

  private func repair(
    _ copy: TestFolder, strike number: Int, isLasting: Bool
  ) async throws -> [[String]] {
    var variables = Injection.counting(in: copy)
    variables["STORE_CHILD_READS"] = "1"
    variables["STORE_CHILD_STRIKE"] = "\(number)"
    variables["STORE_CHILD_ERROR"] = "\(EIO)"
    if isLasting { variables["STORE_CHILD_LASTING"] = "1" }
    let child = try ChildProcess(["repair"], in: copy, environment: variables)
    await child.waitUntilExit()
    return try child.lines()
  }

  private func contents(_ folder: TestFolder) -> [String: Data] {
    let files = folder.files(below: "").filter { path in
      !path.contains("/thumbnails/") && !path.hasSuffix("-wal") && !path.hasSuffix("-shm")
    }
    return Dictionary(
      uniqueKeysWithValues: files.map {
        (
          String($0.dropFirst(folder.store.count)),
          FileManager.default.contents(atPath: $0) ?? Data()
        )
      })
  }

  @Test(arguments: [false, true]) func nothingIsChangedForIt(isLasting: Bool) async throws {
    let probe = try folder.copy()
    _ = try await repair(probe, strike: 0, isLasting: false)
    // The first repair records that the folder is a copy. The faults are injected into repairs of
    // the result, which have nothing else to do.
    let sound = contents(probe)
    let reads = try Injection.calls(in: probe).filter { $0.name == "pread" }
    #expect(reads.count > 20)
    for read in reads where !read.path.hasPrefix("/thumbnails") {
      let copy = try TestFolder()
      try FileManager.default.copyItem(atPath: probe.store, toPath: copy.store)
      let lines = try await repair(copy, strike: read.number, isLasting: isLasting)
      let label = "\(read), lasting \(isLasting): \(lines)"
      #expect(lines.count == 1, "\(label)")
      #expect(["end", "failed"].contains(lines.first?.first), "\(label)")
      if lines.first?.first == "failed" { #expect(lines.first?.last == "io", "\(label)") }
      #expect(lines.first?.last != "changed", "\(label)")
      let found = contents(copy)
      #expect(found.keys.sorted() == sound.keys.sorted(), "\(label)")
      for (path, bytes) in sound where path.hasPrefix("//blobs") || path == "//records/0" {
        #expect(found[path] == bytes, "\(label): \(path)")
      }
      let store = try await copy.open()
      #expect(try await store.verify().isSound, "\(label)")
      await store.close()
    }
  }
}
