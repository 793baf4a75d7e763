// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageStorage
import Testing

@testable import PageGallery

extension StoredDocumentTests.Example {
  /// Starts `store-child` on the store.
  func startChild(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(
      [ChildProcess.storeChild, store.path] + arguments, printingInto: folder.path)
  }

  /// Lets another process change the document, and waits for its exit.
  ///
  /// - Parameter changes: The changes, as arguments of `store-child`.
  /// - Throws: An issue if it has failed.
  func changeElsewhere(_ changes: String) async throws {
    let child = try startChild(["change"] + changes.split(separator: " ").map(String.init))
    await child.waitUntilExit()
    let lines = try child.lines()
    try #require(!lines.isEmpty && lines.allSatisfy { $0[0] != "failed" }, "\(lines)")
  }

  /// Whether the gallery shows the pages of the store, and nothing is pending.
  var isAtRest: Bool {
    get async throws {
      let known = try await document.pages()
      let shared = await gallery.shared
      return await gallery.frame().stage == .none && shared.openRequestCount == 0
        && shared.order == nil && shared.version == known.version
    }
  }

  /// Expects that the gallery shows the pages of the store in their shapes.
  func expectAgreement(_ comment: Comment? = nil) async throws {
    let stored = try await document.pages().pages
    let shown = await gallery.session.snapshot.pages
    #expect(shown.map(\.id) == stored.map(\.id), comment)
    // A gallery that rotates a page twice inverts its ratio twice; the store uses that of the file.
    let pairs = zip(shown, stored).map { ($0.size?.aspectRatio ?? 0, $1.size?.aspectRatio ?? 0) }
    #expect(pairs.allSatisfy { abs($0 - $1) <= 8 * $1.ulp }, comment)
  }
}
