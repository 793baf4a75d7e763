// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Glibc
import PageStorage
import Testing

/// A disk that fails during the verification of a store: unreadable pages are reported, and the
/// rest is checked.
@Suite struct UnreadableOriginalTests {
  let folder: TestFolder

  init() async throws {
    folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    _ = await store.ingest((0..<5).map { .bytes(CrashPage.bytes($0)) }, into: document)
    await store.close()
  }

  private func verify(strike number: Int, isLasting: Bool) async throws -> [String] {
    var variables = Injection.counting(in: folder)
    variables["STORE_CHILD_READS"] = "1"
    variables["STORE_CHILD_STRIKE"] = "\(number)"
    variables["STORE_CHILD_ERROR"] = "\(EIO)"
    if isLasting { variables["STORE_CHILD_LASTING"] = "1" }
    let child = try ChildProcess(["verify"], in: folder, environment: variables)
    await child.waitUntilExit()
    return try child.text().split(separator: "\n").map(String.init)
  }

  @Test func onlyWhatCannotBeReadIsNamed() async throws {
    #expect(try await verify(strike: 0, isLasting: false) == ["end verify"])
    var files: Set<String> = []
    let firsts = try Injection.calls(in: folder).filter {
      $0.name == "pread" && $0.path.contains("/blobs/") && files.insert($0.path).inserted
    }
    #expect(firsts.count == 5)
    for (place, first) in firsts.enumerated() {
      // From that call on, the disk fails.
      let lines = try await verify(strike: first.number, isLasting: true)
      let unreadable = lines.filter { $0.hasPrefix("unreadable(") && $0.contains("errno: \(EIO)") }
      #expect(unreadable.count == 5 - place, "\(first): \(lines)")
      #expect(lines.count == unreadable.count + 1 && lines.last == "end verify", "\(lines)")
      // After one failure, the read is retried.
      #expect(
        try await verify(strike: first.number, isLasting: false) == ["end verify"], "\(first)")
    }
  }
}
