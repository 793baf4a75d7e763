// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// A file system of 3 MB, filled to the last byte.
@Suite(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
struct FullDiskTests {
  /// Mounts and then runs one process after the other.
  ///
  /// Others take what the store has left.
  private static let script = """
    mount -t tmpfs -o size=3m none "$0" || exit 9
    program=$1; store=$2; shift 2
    for part; do
      case "$part" in
        'others come') cat /dev/zero >"$0/others" 2>/dev/null; echo "end $part" ;;
        'others leave') rm "$0/others"; echo "end $part" ;;
        *) "$program" "$store" full "$part" || exit 8 ;;
      esac
    done
    """

  @Test func aFullDiskLosesNothingAndCanBeFreed() async throws {
    let folder = try TestFolder()
    let prefix = try #require(ChildProcess.unshare) + ["/bin/sh", "-c", Self.script, folder.path]
    let parts = [
      "fill", "list", "delete", "others come", "list", "delete", "list", "others leave", "ingest",
      "list",
    ]
    let child = try ChildProcess(parts, in: folder, prefix: prefix)
    await child.waitUntilExit()
    let lines = try child.lines()
    #expect(child.process.terminationStatus == 0, "\(lines)")
    let known: Set = ["stored", "full", "end", "page", "sound", "deleted", "purged"]
    #expect(Set(lines.map { $0[0] }).subtracting(known) == [])
    #expect(lines.filter { $0[0] == "end" }.map { $0[1...].joined(separator: " ") } == parts)

    var pages: [[String]] = []
    let outputs = lines.split(omittingEmptySubsequences: false) { $0[0] == "end" }.map(Array.init)
    for (part, output) in zip(parts, outputs) {
      switch part {
      case "list":
        #expect(output.filter { $0[0] == "page" }.map { Array($0[1...]) } == pages)
        #expect(output.last == ["sound", "true"])
      case "delete":
        #expect(output.filter { $0[0] == "deleted" }.map { $0[1] } == pages[..<5].map { $0[0] })
        #expect(output.last == ["purged", "5"])
        pages.removeFirst(5)
      case "others come", "others leave": #expect(output.isEmpty)
      default:
        let stored = output.filter { $0[0] == "stored" }.map { Array($0[1...]) }
        #expect(stored.count >= 10, "\(part)")
        if part == "fill" { #expect(output.contains { $0[0] == "full" }, "the disk is not full") }
        pages += stored
      }
    }
  }
}
