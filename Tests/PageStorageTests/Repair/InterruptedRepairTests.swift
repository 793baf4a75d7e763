// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Glibc
import PageStorage
import Testing

/// A repair whose first attempt ends with an I/O error: the second attempt finishes the work, and
/// the report contains that of both.
@Suite struct InterruptedRepairTests {
  enum Damage: CaseIterable {
    /// A catalog of zeros.
    case catalog
    /// A sound catalog, an original without a page, and a foreign file.
    case originals
  }

  private func damagedStore(_ damage: Damage) async throws -> TestFolder {
    let folder = try TestFolder()
    let store = try await folder.open()
    let document = try await store.createDocument(title: "Lease").id
    _ = await store.ingest((0..<3).map { .bytes(CrashPage.bytes($0)) }, into: document)
    await store.close()
    try Data("foreign".utf8).write(to: URL(fileURLWithPath: folder.store + "/blobs/stray"))
    switch damage {
    case .catalog:
      try Data(count: 40_960).write(
        to: URL(fileURLWithPath: folder.store + "/catalogue.sqlite"))
    case .originals:
      let other = try TestFolder()
      let store = try await other.open()
      let document = try await store.createDocument(title: "Other").id
      try await store.append(.bytes(CrashPage.bytes(77)), to: document)
      await store.close()
      let original = try #require(other.files(below: "blobs").first)
      let copy = folder.store + original.dropFirst(other.store.count)
      try FileManager.default.createDirectory(
        atPath: (copy as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: original, toPath: copy)
    }
    return folder
  }

  private func repair(_ folder: TestFolder, failingCall number: Int) async throws -> [[String]] {
    var variables = Injection.counting(in: folder)
    variables["STORE_CHILD_READS"] = "1"
    variables["STORE_CHILD_STRIKE"] = "\(number)"
    variables["STORE_CHILD_ERROR"] = "\(EIO)"
    let child = try ChildProcess(["repair", "report"], in: folder, environment: variables)
    await child.waitUntilExit()
    return try child.lines()
  }

  /// Reads are numerous: every fourth one fails in one of the runs.
  @Test(arguments: Damage.allCases)
  func theReportIsThatOfBothAttempts(damage: Damage) async throws {
    let folder = try await damagedStore(damage)
    let probe = try folder.copy()
    let expected = try await repair(probe, failingCall: 0)
    #expect(expected.count == 2 && expected.last == ["end", "repair", "changed"])
    let calls = try Injection.calls(in: probe).filter { call in
      !call.path.hasPrefix("/thumbnails") && (call.name != "pread" || call.number % 4 == 0)
    }
    #expect(calls.count > 50)
    var finished = 0
    for call in calls {
      let copy = try folder.copy()
      let lines = try await repair(copy, failingCall: call.number)
      guard lines.count == 2 else {
        #expect(lines == [["failed", "io"]], "\(call)")
        continue
      }
      finished += 1
      #expect(lines[0][0] == expected[0][0] && lines[1] == expected[1], "\(call): \(lines)")
      // Which records were set aside depends on the attempt that replaced them.
      let others = Set(expected[0]).intersection(["stray", "catalogue.sqlite"])
      #expect(others.contains("stray") && others.isSubset(of: lines[0]), "\(call): \(lines)")
      let store = try await copy.open()
      #expect(try await store.verify().problems == [], "\(call)")
      await store.close()
    }
    #expect(finished > calls.count / 2)
  }
}
