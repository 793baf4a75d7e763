// SPDX-License-Identifier: Apache-2.0

import GallerySystem
import GalleryTestSupport
import Testing

@testable import StripCommands

struct WatchedFilesTests {
  private static let quietPeriods = WatchedFiles.QuietPeriods(incompleteFile: .seconds(10))

  private func fingerprint(_ byteCount: Int, changed: Int64 = 0) -> WatchedFiles.Fingerprint {
    WatchedFiles.Fingerprint(
      identity: .init(device: 1, inode: 1), byteCount: byteCount, modified: 0, changed: changed)
  }

  private func observation(
    _ byteCount: Int, hasEnd: Bool?, isClosed: Bool = false, age: Duration = .zero
  ) -> WatchedFiles.Observation {
    WatchedFiles.Observation(
      fingerprint: fingerprint(byteCount), hasEnd: hasEnd, isClosed: isClosed, age: age)
  }

  @Test func aWholeFileIsDueWhenItIsClosed() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: true, isClosed: true), at: .seconds(5))
    #expect(files.due(at: .milliseconds(5_020)) == [[1]])
  }

  /// A file that changes twice within a clock tick looks the same both times.
  @Test func theClockOfTheFileSystemMustHaveGoneOn() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: true, isClosed: true), at: .seconds(5))
    #expect(files.due(at: .milliseconds(5_019)).isEmpty)
    files.record(
      [2], observation(9, hasEnd: true, isClosed: true, age: .milliseconds(15)), at: .seconds(6))
    #expect(files.nextDueTime == .milliseconds(5_020))
    #expect(files.due(at: .milliseconds(6_004)) == [[1]])
    #expect(files.due(at: .milliseconds(6_005)) == [[1], [2]])
  }

  @Test func aWholeFileThatStaysOpenIsDueAfterASecond() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: true), at: .seconds(5))
    #expect(files.due(at: .milliseconds(5_999)).isEmpty)
    #expect(files.nextDueTime == .seconds(6))
    #expect(files.due(at: .seconds(6)) == [[1]])
  }

  @Test func aBrokenFileIsDueWhenItIsQuietForLong() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: false, isClosed: true), at: .zero)
    #expect(files.due(at: .seconds(9)).isEmpty)
    files.record([1], observation(12, hasEnd: false), at: .seconds(9))
    #expect(files.due(at: .seconds(18)).isEmpty)
    #expect(files.due(at: .seconds(19)) == [[1]])
  }

  @Test func theEndCompletesAFile() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: false), at: .zero)
    files.record([1], observation(20, hasEnd: true, isClosed: true), at: .seconds(3))
    #expect(files.due(at: .milliseconds(3_020)) == [[1]])
  }

  @Test func whatLiesThereForLongIsDueAtOnce() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: false, age: .seconds(3_600)), at: .zero)
    // A clock that is ahead is no evidence.
    files.record([2], observation(9, hasEnd: false, age: .seconds(-3_600)), at: .zero)
    #expect(files.due(at: .zero) == [[1]])
    #expect(files.due(at: .seconds(10)) == [[1], [2]])
  }

  @Test func handledFilesAreDueAgainOnlyWhenTheyChange() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: true, isClosed: true), at: .zero)
    files.markHandled([1], fingerprint(9))
    files.record([1], observation(9, hasEnd: true, isClosed: true), at: .seconds(1))
    #expect(files.due(at: .seconds(99)).isEmpty && files.nextDueTime == nil)
    files.record([1], observation(10, hasEnd: true, isClosed: true), at: .seconds(2))
    #expect(files.due(at: .seconds(3)) == [[1]])
  }

  @Test func anOverwrittenFileWithItsOldTimeIsDueAgain() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    let first = WatchedFiles.Observation(
      fingerprint: fingerprint(9), hasEnd: true, isClosed: true, age: .zero)
    files.record([1], first, at: .zero)
    files.markHandled([1], first.fingerprint)
    var second = first
    second.fingerprint = fingerprint(9, changed: 7)
    #expect(!files.isHandled([1], second.fingerprint))
    files.record([1], second, at: .seconds(1))
    #expect(files.due(at: .seconds(2)) == [[1]])
  }

  @Test func anEndThatWasNotSearchedCountsAsFound() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: nil, age: .seconds(11)), at: .zero)
    #expect(files.due(at: .zero) == [[1]])
    #expect(files.observation(of: [1], fingerprint(9))?.hasEnd == nil)
    files.record([1], observation(9, hasEnd: true), at: .zero)
    #expect(files.observation(of: [1], fingerprint(9))?.hasEnd == true)
    #expect(files.observation(of: [1], fingerprint(8)) == nil)
  }

  @Test func aFileThatIsGoneIsForgotten() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: true), at: .zero)
    files.forget([1])
    #expect(files.nextDueTime == nil)
    files.markHandled([2], fingerprint(9))
    files.keepOnly([])
    #expect(!files.isHandled([2], fingerprint(9)))
  }

  @Test func aFileThatHasToWaitIsDueLater() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: true, isClosed: true), at: .zero)
    files.postpone([1], until: .seconds(2))
    #expect(files.due(at: .seconds(1)).isEmpty)
    #expect(files.due(at: .seconds(2)) == [[1]])
  }

  @Test func filesKeepTheOrderInWhichTheyCame() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    for name in [UInt8(3), 1, 2] {
      files.record([name], observation(9, hasEnd: true, isClosed: true), at: .zero)
    }
    #expect(files.due(at: .seconds(1)) == [[3], [1], [2]])
    files.record([3], observation(10, hasEnd: true, isClosed: true), at: .seconds(1))
    #expect(files.due(at: .seconds(2)) == [[1], [2], [3]])
  }

  @Test func aWholeFileThatCameBeforeIsWaitedFor() {
    var files = WatchedFiles(quietPeriods: Self.quietPeriods)
    files.record([1], observation(9, hasEnd: true), at: .zero)
    files.record([2], observation(9, hasEnd: true, isClosed: true), at: .zero)
    files.record([3], observation(9, hasEnd: false), at: .zero)
    #expect(files.due(at: .milliseconds(900)).isEmpty)
    #expect(files.nextDueTime == .seconds(1))
    #expect(files.due(at: .seconds(1)) == [[1], [2]])
  }

  /// Whatever happens to a file, it is never due while it changes, and due in the end.
  @Test func aFileIsDueExactlyWhenItRests() {
    for seed in UInt64(0)..<500 {
      var random = SeededGenerator(seed: seed)
      var files = WatchedFiles(quietPeriods: Self.quietPeriods)
      var (byteCount, changed, now) = (-1, Duration.zero, Duration.zero)
      for _ in 0..<20 {
        now += .seconds(Int.random(in: 0...4, using: &random))
        if byteCount < 0 || random.chance(0.5) {
          byteCount += 1
          changed = now
        }
        files.record(
          [1], observation(byteCount, hasEnd: false, isClosed: random.chance(0.3)), at: now)
        #expect(files.due(at: now).isEmpty == (now - changed < .seconds(10)), "seed \(seed)")
      }
    }
  }
}

struct WatchedFolderTests {
  @Test(arguments: [
    ("scan.jpg", true), ("scan", true), (".scan.jpg", false), ("scan.jpg~", false),
    ("scan.jpg.part", false), ("a.TMP", false), ("a.crdownload", false), ("", false),
    ("part", true), ("lease/scan.jpg", true), ("lease.tmp/scan.jpg", true), ("lease/.scan", false),
    ("lease/scan.part", false),
  ])
  func unfinishedFilesHaveNamesOfTheirOwn(name: String, isCandidate: Bool) {
    #expect(WatchedFolder.isCandidate(Array(name.utf8)) == isCandidate)
  }
}

struct FolderEventsTests {
  private static let folders: [Int32: [UInt8]] = [1: [], 2: Array("lease/".utf8)]

  private func events(in bytes: some Sequence<UInt8>) -> [FolderEvents.Event] {
    var events: [FolderEvents.Event] = []
    Array(bytes).withUnsafeBytes { buffer in
      FolderEvent.forEach(in: buffer) { event in
        if let event = FolderEvents.Event(event, folder: Self.folders[event.watch]) {
          events.append(event)
        }
      }
    }
    return events
  }

  private func record(
    _ mask: UInt32, _ name: String, padding: Int = 0, folder: UInt8 = 1
  ) -> [UInt8] {
    let nameBytes = Array(name.utf8) + [UInt8](repeating: 0, count: padding)
    var bytes: [UInt8] = [folder, 0, 0, 0]
    for number in [mask, 0, UInt32(nameBytes.count)] {
      bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return bytes + nameBytes
  }

  /// The constants of inotify(7).
  @Test func eventsAreReadInARow() {
    let bytes =
      record(0x100, "a.jpg", padding: 11) + record(0x8, "b", padding: 15)
      + record(0x80, "c.jpg", padding: 3) + record(0x4000, "") + record(0x400, "")
      + record(0x4000_0100, "folder", padding: 2)

    #expect(
      events(in: bytes) == [
        .appeared(Array("a.jpg".utf8)), .completed(Array("b".utf8)),
        .completed(Array("c.jpg".utf8)), .overflow, .folderLost, .foldersChanged,
      ])
  }

  @Test func eventsOfFoldersInsideHaveTheirNames() {
    let bytes =
      record(0x8, "a.jpg", padding: 3, folder: 2) + record(0x400, "", folder: 2)
      + record(0x800, "", folder: 2) + record(0x4000_0080, "deep", folder: 2)
      + record(0x8, "b.jpg", folder: 3) + record(0x8000, "", folder: 3)

    #expect(
      events(in: bytes) == [
        .completed(Array("lease/a.jpg".utf8)), .foldersChanged, .foldersChanged,
      ])
  }

  @Test func whatIsCutOffIsLeftOut() {
    let bytes = record(0x8, "a.jpg", padding: 3)
    for count in 0..<16 {
      #expect(events(in: bytes[..<count]).isEmpty)
    }
  }
}
