// SPDX-License-Identifier: Apache-2.0

import Foundation
import GallerySystem
import GalleryTestSupport
import Testing

@testable import StripCommands

/// Files whose contents change at the moment at which they are moved or removed.
@Suite(.timeLimit(.minutes(60)))
struct WatchDisposalRaceTests {
  // The race occurs in some of a hundred rounds.
  private static let roundCount = 200

  private let folder: WatchWorkspace

  init() throws { folder = try WatchWorkspace() }

  @Test(arguments: [true, false])
  func whatTakesThePlaceOfAFileIsNotLost(isRemoved: Bool) async throws {
    let disposal =
      isRemoved ? WatchDisposal.remove : .move(Path(folder.url("done").path))
    for round in 0..<Self.roundCount {
      let file = try arrive("old \(round)")
      let new = "the new contents of round \(round)"
      try folder.workspace.add("new.jpg", new)
      let (source, target) = (Path(folder.url("new.jpg").path), file.path)
      async let replacement: Void = Task.detached {
        for _ in 0..<(round % 50) * 20 { _ = SystemCalls.nanoseconds }
        try SystemCalls.rename(source, to: target)
      }.value
      try disposal.dispose(of: file)
      try await replacement
      let names = try folder.workspace.names(in: "in")
      let contents = try names.map { try folder.workspace.bytes("in/\($0)") }
      #expect(contents.contains(Array(new.utf8)), "round \(round)")
      try clear()
    }
  }

  @Test func nothingStaysOfWhatWasRemoved() throws {
    try folder.workspace.add("in/.removed", "somebody else's")
    try WatchDisposal.remove.dispose(of: try arrive("a page"))
    #expect(try folder.workspace.names(in: "in") == [".removed"])
    #expect(
      try folder.workspace.bytes("in/.removed") == Array("somebody else's".utf8))
  }

  private func clear() throws {
    for part in ["in", "done"] {
      for name in (try? folder.workspace.names(in: part)) ?? [] {
        _ = try? SystemCalls.removeFile(Path(folder.url("\(part)/\(name)").path))
      }
    }
  }

  private func arrive(_ contents: String) throws -> ArrivedFile {
    try folder.workspace.add("in/1.jpg", contents)
    let path = Path(folder.url("in/1.jpg").path)
    let fingerprint = WatchedFiles.Fingerprint(try SystemCalls.status(of: path))
    return ArrivedFile(
      name: Array("1.jpg".utf8), path: path,
      observation: .init(fingerprint: fingerprint, hasEnd: true, isClosed: true, age: .zero))
  }
}
