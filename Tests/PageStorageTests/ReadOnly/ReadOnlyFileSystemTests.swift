// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import Testing

/// Stores on read-only file systems, such as a backup or a snapshot.
@Suite(.enabled(if: ChildProcess.unshare != nil, "a file system must not be mounted here"))
struct ReadOnlyFileSystemTests {
  /// Runs the steps in sequence, on a file system that is mounted twice: for writing and for
  /// reading.
  private static let script = """
    mkdir "$0/rw" "$0/ro" || exit 9
    mount -t tmpfs -o size=8m none "$0/rw" && mkdir "$0/rw/store" || exit 9
    mount --bind "$0/rw" "$0/ro" && mount -o remount,ro,bind "$0/ro" || exit 9
    program=$1; shift 2
    for step; do
      case "$step" in
        follow*) "$program" "$0/ro/store" readonly $step & ;;
        wait) wait ;;
        start) timeout 60 sh -c 'until grep -q following "$0"/*-*; do sleep 0.01; done' "$0" ;;
        forget) rm "$0/rw/store/catalogue.sqlite-shm" || exit 8 ;;
        append*) "$program" "$0/rw/store" change $step ;;
        make | crash) "$program" "$0/rw/store" readonly $step ;;
        *) "$program" "$0/ro/store" readonly $step || exit 7 ;;
      esac
    done
    """

  private static let refusals = ["open", "repair"].map { [$0, "refused", "readOnly"] }

  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// The outputs, by step.
  private func outputs(_ steps: [String]) async throws -> [[[String]]] {
    let prefix = try #require(ChildProcess.unshare) + ["/bin/sh", "-c", Self.script, folder.path]
    let child = try ChildProcess(steps, in: folder, prefix: prefix)
    await child.waitUntilExit()
    let lines = try child.lines()
    #expect(child.process.terminationStatus == 0, "\(lines)")
    return lines.split(omittingEmptySubsequences: false) { $0[0] == "end" }.map(Array.init)
  }

  /// The identifiers of the read pages.
  private func pages(_ output: [[String]]) -> [Int?] {
    output.filter { $0[0] == "page" }.map { Int($0[2]) }
  }

  private func expectOnlyReads(_ output: [[String]], pageCount: Int) {
    #expect(pages(output) == Array(0..<pageCount))
    #expect(output.contains(["sound", "true"]))
    let attempts = output.filter { $0.count > 1 && ["made", "refused"].contains($0[1]) }
    #expect(attempts.count == 10)
    #expect(attempts.allSatisfy { $0.dropFirst() == ["refused", "readOnly"] }, "\(attempts)")
  }

  @Test func aStoreThatWasClosedIsRead() async throws {
    let outputs = try await outputs(["make", "write", "read", "read"])
    #expect(outputs[1] == Self.refusals)
    expectOnlyReads(outputs[2], pageCount: 4)
    expectOnlyReads(outputs[3], pageCount: 4)
  }

  /// The acknowledged changes of a killed process are only in the log.
  @Test(arguments: [false, true]) func theLogOfAKilledProcessIsRead(isIndexLost: Bool) async throws
  {
    let steps = ["make", "crash"] + (isIndexLost ? ["forget"] : []) + ["write", "read"]
    let outputs = try await outputs(steps)
    #expect(outputs[2] == Self.refusals)
    expectOnlyReads(outputs[3], pageCount: 6)
  }

  @Test func changesByThoseWhoMayWriteAreSeen() async throws {
    let outputs = try await outputs([
      "make", "follow 6", "start", "append 4", "append 5", "wait", "read",
    ])
    #expect(pages(outputs[1]) == Array(0..<4) + Array(0..<6))
    expectOnlyReads(outputs[2], pageCount: 6)
  }
}
