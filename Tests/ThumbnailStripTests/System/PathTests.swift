// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import StripCommands

struct PathTests {
  @Test(arguments: [
    ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false),
    ("/a", "/", true), ("/", "/", true), ("/", "/a", false),
  ])
  func whatIsInsideOfAFolder(path: String, folder: String, isInside: Bool) {
    #expect(Path(path).isInside(Path(folder)) == isInside)
  }
}
