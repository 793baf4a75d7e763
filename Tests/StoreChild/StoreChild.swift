// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryModel
import GalleryTestData
import PageStorage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A child process that uses a store, and prints its results.
///
///     store-child FOLDER random SEED                 changes pages until it is killed
///     store-child FOLDER change OPERATION [then OPERATION]...
///                                                    changes pages, for example `delete 17`
///     store-child FOLDER write SEED COUNT TIMEOUT    a concurrent writer, see ``SharedWriter``
///     store-child FOLDER read SEED COUNT             a concurrent reader, see ``SharedReader``
///     store-child FOLDER observe REVISION            observes changes, see ``SharedObserver``
///     store-child FOLDER full PART                   works on a full disk, see ``FullDisk``
///     store-child FOLDER idle COUNT SECONDS          opens galleries, see ``IdleGalleries``
///     store-child FOLDER readonly PART               reads a store, see ``ReadOnlyVisitor``
///     store-child FOLDER repair [report]             repairs the store, and prints a summary
///     store-child FOLDER verify                      verifies the store and prints the problems
///     store-child FOLDER template [killed]           creates a rich store, see ``StoreTemplate``
///     store-child FOLDER flips KIND SEED FIRST COUNT damages copies of it, see ``BitFlips``
///     store-child FOLDER visit SECONDS NAME PART...  uses crafted stores, see ``StoreVisit``
///     store-child FOLDER backup TO [link]            makes a backup, by links or by copying
///
/// Each line is written by one `write` call: it has left the process when the next call begins.
@main struct StoreChild {
  static func main() async {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(2) }
    let words = Array(arguments.dropFirst(3))
    let numbers = words.map { Int($0) ?? 0 }
    do throws(PageStoreError) {
      switch arguments[2] {
      case "full": try await FullDisk(path: arguments[1]).run(words[0])
      case "readonly": try await ReadOnlyVisitor(path: arguments[1]).run(words)
      case "repair":
        let report = try await PageStore.repair(at: arguments[1])
        if words.first == "report" { say(summary(report)) }
        say("end repair\(report.isEmpty ? "" : " changed")")
      case "verify":
        let store = try await PageStore.open(
          at: arguments[1], configuration: PageStoreConfiguration(access: .readOnly))
        for problem in try await store.verify().problems { say("\(problem)") }
        await store.close()
        say("end verify")
      case "template":
        try await StoreTemplate.make(at: arguments[1], isKilled: words.first == "killed")
      case "flips": try await flip(arguments[1], words)
      case "visit": await StoreVisit.run(below: arguments[1], words)
      case "backup":
        let configuration = PageStoreConfiguration(access: .readOnly)
        let store = try await PageStore.open(at: arguments[1], configuration: configuration)
        let report = try await store.backup(to: words[0], linking: words.last == "link")
        say("done \(report.isSound) \(report.copiedCount) \(report.keptCount)")
      case "write":
        let store = try await openAtLast(arguments[1], lockTimeout: .milliseconds(numbers[2]))
        var writer = try await SharedWriter(store, seed: UInt64(numbers[0]))
        await writer.run(numbers[1])
      default:
        try await run(arguments[2], words, in: try await open(arguments[1]))
      }
    } catch {
      say("failed \(error.code)")
      exit(1)
    }
  }

  /// The facts that a repeated attempt repeats, on one line, and the file names of what was set aside.
  private static func summary(_ report: RepairReport) -> String {
    let names = report.putAside.map { $0.split(separator: "/").last.map(String.init) ?? "" }
    let facts: [Any] = [
      report.catalogWasRebuilt, report.lostChangeCount, report.repairedPages.count,
      report.repairedDocuments, report.reorderedDocuments, report.damagedPages,
      report.lostPages, report.recoveredPages.count,
    ]
    return facts.map { "\($0)" }.joined(separator: ",") + " " + names.joined(separator: " ")
  }

  private static func run(
    _ mode: String, _ words: [String], in store: PageStore
  ) async throws(PageStoreError) {
    let numbers = words.map { Int($0) ?? 0 }
    guard let document = try await store.documents().first?.id else { exit(3) }
    let worker = CrashWorker(store: store, document: document)
    switch mode {
    case "random":
      var random = SeededGenerator(seed: UInt64(words[0]) ?? 0)
      // Runs until the parent process, the tests, ends.
      let parent = getppid()
      while getppid() == parent { try await worker.run(worker.randomChange(&random)) }
    case "change":
      for change in words.split(separator: "then") {
        await worker.attempt(change.joined(separator: " "))
      }
      // Exit with the store open: otherwise it would be a matter of chance whether it is closed.
      withExtendedLifetime(store) { exit(0) }
    case "read":
      var reader = try await SharedReader(store, seed: UInt64(numbers[0]))
      await reader.run(numbers[1])
    case "idle":
      await IdleGalleries(store: store, document: document).run(
        count: numbers[0], for: .seconds(numbers[1]))
    case "observe": try await SharedObserver(store: store).run(upTo: numbers[0])
    default: exit(2)
    }
  }

  private static func flip(_ path: String, _ words: [String]) async throws(PageStoreError) {
    guard words.count == 4, let target = BitFlips.Target(rawValue: words[0]),
      let seed = UInt64(words[1]), let first = Int(words[2]), let count = Int(words[3])
    else { exit(2) }
    ProcessLimits.apply()
    try await BitFlips(target, template: path).run(seed: seed, first..<first + count)
  }

  private static func open(
    _ path: String, lockTimeout: Duration = .seconds(30)
  ) async throws(PageStoreError) -> PageStore {
    try await PageStore.open(
      at: path, configuration: PageStoreConfiguration(lockTimeout: lockTimeout))
  }

  /// Opens a store, and retries while it is locked.
  private static func openAtLast(
    _ path: String, lockTimeout: Duration
  ) async throws(PageStoreError) -> PageStore {
    while true {
      do throws(PageStoreError) {
        return try await open(path, lockTimeout: lockTimeout)
      } catch {
        guard case .locked = error else { throw error }
      }
    }
  }

  static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Write again: this may be the call that is made to fail.
    if write(1, bytes, bytes.count) < 0 { _ = write(1, bytes, bytes.count) }
  }
}
