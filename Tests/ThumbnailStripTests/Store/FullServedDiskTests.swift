// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Foundation
  import GalleryTestSupport
  import Testing

  /// A store in PostgreSQL whose originals are on a file system of 2 MB.
  @Suite(
    .enabled(
      if: TestSchema.server != nil && ChildProcess.unshare != nil,
      "Scripts/engines.sh starts PostgreSQL; a file system must be mounted"))
  struct FullServedDiskTests {
    /// The page of a number, larger than a block.
    private static func page(_ number: Int) -> [UInt8] {
      CrashPage.bytes(number) + [UInt8](repeating: UInt8(number), count: 22_000)
    }

    /// One of the first pages cannot be stored, and the last ones do not fit.
    @Test func aPageThatCannotBeStoredIsNotCountedAmongThoseWithoutRoom() async throws {
      let workspace = try Workspace()
      let location = try await TestSchema().location
      for number in 100..<200 { try workspace.add("in/\(number).png", Self.page(number)) }
      let script = """
        cd "$1" && mkdir disk && mount -t tmpfs -o size=2m none disk || exit 9; exec 2>&1
        store="$2&objects=$PWD/disk"; "$0" store init --store "$store"
        digest=$(sha256sum in/103.png | cut -c1-64); rest=${digest#??}
        mkdir -p "disk/blobs/${digest%"$rest"}/$rest/notes"
        "$0" store ingest --store "$store" in --json; echo "status $?"
        "$0" store verify --store "$store"
        """
      let child = try ChildProcess(
        try #require(ChildProcess.unshare) + [
          "/bin/sh", "-c", script, Program.url.path, workspace.url.path, location,
        ], printingInto: workspace.url.path)
      await child.waitUntilExit()
      let text = try child.text()
      let lines = try jsonLines(
        text.split(separator: "\n").filter { $0.hasPrefix("{") }.joined(separator: "\n"))
      let stored = lines.compactMap { $0["page"] == nil ? nil : $0["path"] as? String }
      let codes = lines.compactMap { ($0["error"] as? [String: Any])?["code"] as? String }
      let fitting = (100..<200).filter { $0 != 103 }.prefix(stored.count)
      #expect(stored == fitting.map { "in/\($0).png" } && stored.count > 20, "\(text)")
      #expect(codes.filter { $0 != "full" }.count == 1, "\(text)")
      #expect(codes.filter { $0 == "full" }.count == 99 - stored.count, "\(text)")
      #expect(text.contains("\(99 - stored.count) of 100 pages are not stored."), "\(text)")
      #expect(text.contains("status 74"), "\(text)")
      #expect(text.contains("\(stored.count) pages, \(stored.count) originals"), "\(text)")
    }
  }
#endif
