// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// A file system of 3 MB, filled completely.
@Suite(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
struct FullDiskTests {
  /// Mounts the file system and then runs one process after the other.
  ///
  /// Other files take the remaining space.
  private static let script = """
    mount -t tmpfs -o size=3m none "$0" || exit 9
    program=$1; store=$2; shift 2
    for part; do
      case "$part" in
        'others come') cat /dev/zero >"$0/others" 2>/dev/null; echo "end $part" ;;
        'records end') mkdir "$0/kept"; cp -a "$store/records/." "$0/kept"
          mount -t tmpfs -o size=$(du -sk "$0/kept" | cut -f1)k none "$store/records" || exit 7
          cp -a "$0/kept/." "$store/records"; echo "end $part" ;;
        'records go on') mount -o remount,size=1m "$store/records"; echo "end $part" ;;
        'others leave') rm "$0/others"; echo "end $part" ;;
        'delete all') "$program" "$store" full "$part"; [ $? = 137 ] || exit 6 ;;
        *) "$program" "$store" full "$part" || exit 8 ;;
      esac
    done
    """

  /// Runs parts and returns their output.
  private func run(_ parts: [String]) async throws -> [[[String]]] {
    let folder = try TestFolder()
    let prefix = try #require(ChildProcess.unshare) + ["/bin/sh", "-c", Self.script, folder.path]
    let child = try ChildProcess(parts, in: folder, prefix: prefix)
    await child.waitUntilExit()
    let lines = try child.lines()
    #expect(child.process.terminationStatus == 0, "\(lines)")
    #expect(lines.filter { $0[0] == "end" }.map { $0[1...].joined(separator: " ") } == parts)
    return lines.split(omittingEmptySubsequences: false) { $0[0] == "end" }.map(Array.init)
  }

  @Test(arguments: ["delete", "keyed"])
  func aFullDiskLosesNothingAndCanBeFreed(deletion: String) async throws {
    let parts = [
      "fill", "list", deletion, "others come", "list", deletion, "list", "others leave", "ingest",
      "list",
    ]
    let outputs = try await run(parts)
    let known: Set = ["stored", "full", "end", "page", "sound", "deleted", "purged"]
    #expect(Set(outputs.joined().map { $0[0] }).subtracting(known) == [])

    var pages: [[String]] = []
    for (part, output) in zip(parts, outputs) {
      switch part {
      case "list":
        #expect(output.filter { $0[0] == "page" }.map { Array($0[1...]) } == pages)
        #expect(output.last == ["sound", "true"])
      case deletion:
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

  @Test func allPagesCanBeDeletedOneByOneWithoutPurgingThem() async throws {
    let outputs = try await run([
      "many", "others come", "list", "delete all", "others come", "list", "empty",
    ])
    let pages = words(after: "page", in: outputs[2])
    #expect(pages.count > 80)
    #expect(words(after: "deleted", in: outputs[3]).map { $0[0] } == pages.map { $0[0] })
    #expect(outputs[5] == [["sound", "true"]])
    #expect(outputs[6] == [["purged", "\(pages.count)"]])
  }

  /// Records tell a repair which pages were purged, and there is no space for a record here.
  @Test func whatCannotBeRecordedAndHasItsBytesStillWaitsForRoom() async throws {
    let outputs = try await run([
      "copies", "records end", "empty", "records go on", "empty", "repair",
    ])
    try #require(outputs.count > 5)
    #expect(outputs[0] == [["made", "1", "3"], ["made", "2", "121"]])
    #expect(outputs[2] == [["purged", "1"]], "the page whose bytes no other has")
    #expect(outputs[4] == [["purged", "120"]])
    #expect(outputs[5] == [["document", "first", "3"]], "nothing comes back")
  }

  @Test func galleryDeletesOnAFullDisk() async throws {
    let outputs = try await run([
      "fill", "list", "others come", "gallery", "list", "delete", "list",
    ])
    let pages = words(after: "page", in: outputs[1])
    let deleted = words(after: "deleted", in: outputs[3]).map { $0[0] }
    #expect(deleted == pages[..<3].map { $0[0] }, "\(outputs[3])")
    #expect(words(after: "page", in: outputs[4]) == Array(pages[3...]))
    #expect(outputs[4].last == ["sound", "true"])
    #expect(outputs[5].last == ["purged", "8"])
    #expect(words(after: "page", in: outputs[6]) == Array(pages[8...]))
  }
}

// MARK: - Pages added together

extension FullDiskTests {
  @Test func pagesThatFitAreStoredAlthoughTheyShareCommitsWithOthers() async throws {
    let outputs = try await run(["crowd", "list", "delete", "list"])
    try #require(outputs.count > 3)
    let stored = words(after: "stored", in: outputs[0])
    let others = outputs[0].filter { $0[0] != "stored" }
    // How many depends on how many are staged at the same time.
    #expect(stored.count >= 10)
    #expect(stored.count + others.count == 100 && others.allSatisfy { $0[0] == "full" })
    #expect(!others.isEmpty, "the disk is not full")
    #expect(Set(words(after: "page", in: outputs[1])) == Set(stored))
    #expect(outputs[1].last == ["sound", "true"])
    #expect(outputs[2].last == ["purged", "5"])
    #expect(outputs[3].last == ["sound", "true"])
  }
}

// MARK: - Staged pages

extension FullDiskTests {
  @Test func stagedPagesThatDoNotFitHarmNothing() async throws {
    let outputs = try await run(["stage", "list", "delete", "list"])
    #expect(outputs[0].map { $0[0] } == ["full"] + Array(repeating: "stored", count: 5))
    let stored = words(after: "stored", in: outputs[0])
    #expect(words(after: "page", in: outputs[1]) == stored)
    #expect(outputs[1].last == ["sound", "true"])
    #expect(outputs[2].last == ["purged", "5"])
    #expect(outputs[3].last == ["sound", "true"])
  }
}

// MARK: - Many pages at a time

extension FullDiskTests {
  /// The words of lines that begin with one.
  private func words(after first: String, in lines: [[String]]) -> [[String]] {
    lines.filter { $0[0] == first }.map { Array($0[1...]) }
  }

  @Test func thePagesThatFitAreStoredAndTheOthersComeLater() async throws {
    let outputs = try await run(["many", "list", "delete", "list", "rest", "list", "delete"])
    let stored = words(after: "stored", in: outputs[0])
    // A fifth of the disk is the reserve, and some space is for the log.
    #expect(stored.count > 80)
    #expect(stored.map { $0[1] } == (0..<stored.count).map { "\($0)" }, "in order")
    #expect(
      words(after: "full", in: outputs[0]).map { $0[0] } == (stored.count..<250).map { "\($0)" })
    #expect(words(after: "made", in: outputs[0]).map { $0[0] } == ["1"])
    #expect(words(after: "page", in: outputs[1]) == stored)
    #expect(outputs[1].last == ["sound", "true"])

    #expect(words(after: "deleted", in: outputs[2]).map { $0[0] } == stored[..<5].map { $0[0] })
    #expect(outputs[2].last == ["purged", "5"])
    let rest = words(after: "stored", in: outputs[4])
    #expect(rest.first?[1] == "\(stored.count)" && rest.count >= 4)
    #expect(words(after: "page", in: outputs[5]) == Array(stored[5...]) + rest)
    #expect(outputs[5].last == ["sound", "true"])
    #expect(outputs[6].last == ["purged", "5"], "the reserve is for deletions")
  }

  @Test func aPageThatIsTooLargeDoesNotKeepSmallOnesOut() async throws {
    let outputs = try await run(["unlike", "list"])
    let numbers = words(after: "stored", in: outputs[0]).map { $0[1] }
    #expect(numbers.count > 80)
    #expect(numbers == (0..<numbers.count + 3).filter { ![3, 5, 7].contains($0) }.map { "\($0)" })
    #expect(words(after: "full", in: outputs[0]).first == ["3"])
    #expect(words(after: "streamFailed", in: outputs[0]) == [["5"]])
    #expect(words(after: "refused", in: outputs[0]) == [["7"]])
    #expect(words(after: "page", in: outputs[1]) == words(after: "stored", in: outputs[0]))
    #expect(outputs[1].last == ["sound", "true"])
  }

  @Test func aFullDiskLeavesNoEmptyDocument() async throws {
    let outputs = try await run([
      "documents", "others come", "large", "documents", "others leave", "many", "list",
    ])
    #expect(words(after: "full", in: outputs[2]).count == 250)
    #expect(outputs[2].count == 250)
    #expect(outputs[3] == [["count", "0"]])
    #expect(words(after: "stored", in: outputs[5]).count > 80)
    #expect(words(after: "page", in: outputs[6]) == words(after: "stored", in: outputs[5]))
    #expect(outputs[6].last == ["sound", "true"])
  }
}
