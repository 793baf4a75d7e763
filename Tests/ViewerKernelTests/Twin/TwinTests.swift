// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The checksums over random calls, which browsers compute as well.
@Suite struct TwinTests {
  /// The value of 100,000 calls is in
  /// `Viewer/tests/kernel/checksum.txt`, with which scripts compare theirs.
  @Test func checksumIsThatOfBrowsers() throws {
    let found = TwinProgram.checksum(calls: 100_000, seed: 1)

    let file = viewerFolder.appending(path: "tests/kernel/checksum.txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    #expect(found == expected.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// With another seed and another count the checksum differs.
  @Test func checksumDependsOnEachCall() {
    let checksum = TwinProgram.checksum(calls: 100, seed: 1)

    #expect(TwinProgram.checksum(calls: 101, seed: 1) != checksum)
    #expect(TwinProgram.checksum(calls: 100, seed: 2) != checksum)
    #expect(TwinProgram.checksum(calls: 100, seed: 1) == checksum)
  }
}

/// The folder of the viewer's scripts.
var viewerFolder: URL { packageFolder.appending(path: "Viewer") }

/// The folder of the package.
var packageFolder: URL {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
}
