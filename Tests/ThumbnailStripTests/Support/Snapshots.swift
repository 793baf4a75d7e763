// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Expected texts, committed beside the tests.
enum Snapshots {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Snapshots")

  /// Compares a text with the committed one.
  ///
  /// To record a new text, run the tests with `GALLERY_RECORD_SNAPSHOTS=1` and review the
  /// difference before committing it.
  static func expect(
    _ text: String, matches name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["GALLERY_RECORD_SNAPSHOTS"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record("The snapshot \(name) was recorded.", sourceLocation: sourceLocation)
    } else {
      let expected = try String(contentsOf: file, encoding: .utf8)
      #expect(text == expected, sourceLocation: sourceLocation)
    }
  }
}
