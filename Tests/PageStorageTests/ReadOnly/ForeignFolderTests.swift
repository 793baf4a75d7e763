// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

/// A store owned by another user, readable by others.
@Suite(.enabled(if: ChildProcess.stranger != nil, "no process may change its user here"))
struct ForeignFolderTests {
  /// While the owner has it open, and afterwards.
  @Test(arguments: [true, false]) func itIsRead(isOpen: Bool) async throws {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "").id
    for number in 0..<3 { try await store.append(.bytes(CrashPage.bytes(number)), to: document) }
    if !isOpen { await store.close() }
    // Scans are private by default; here they are made public.
    #expect(ChildProcess.succeeds("/bin/chmod", ["-R", "a+rX", folder.store]))
    for part in ["read", "write"] {
      let child = try ChildProcess(
        ["readonly", part], in: folder, prefix: try #require(ChildProcess.stranger))
      await child.waitUntilExit()
      let lines = try child.lines()
      if part == "read" {
        #expect(lines.filter { $0[0] == "page" }.map { $0[2] } == ["0", "1", "2"])
        #expect(lines.contains(["sound", "true"]))
        #expect(!lines.contains { $0.last == "made" }, "\(lines)")
      } else {
        let refusals = ["open", "repair"].map { [$0, "refused", "readOnly"] }
        #expect(lines == refusals + [["end", "write"]])
      }
    }
    await store.close()
  }
}

extension ChildProcess {
  /// The command that runs `store-child` as an unprivileged user, `nil` if that is not possible.
  fileprivate static let stranger: [String]? = {
    let words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let look = Array(words.dropFirst()) + ["/usr/bin/test", "-x", storeChild]
    return succeeds(words[0], look) ? words : nil
  }()
}
