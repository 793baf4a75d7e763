// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryPages
import PageStorage

/// All that users can see of a store, as lines of text.
enum CopySummary {
  static func lines(of store: PageStore) async throws -> [String] {
    var lines: [String] = []
    for document in try await store.documents() {
      lines.append("\(document) \(Array(document.title.utf8))")
      for page in try await store.pages(of: document.id) {
        lines.append(try await line(page, in: store))
      }
      for page in try await store.trash(of: document.id) {
        lines.append("trash \(try await line(page, in: store))")
        lines.append("returns to \(try await store.restorationIndex(of: page.id))")
      }
    }
    lines += try await store.trashedDocuments().map { "trash \($0)" }
    return lines
  }

  private static func line(_ page: StoredPage, in store: PageStore) async throws -> String {
    let metadata = try await store.metadata(of: page.id)
    let bytes = try? await store.bytes(of: page.id)
    return "\(page) \(metadata) \(bytes.map { "\($0.hashValue)" } ?? "lost")"
  }

  /// Returns what differs between two stores, `nil` if nothing does.
  static func difference(of copy: PageStore, from store: PageStore) async throws -> String? {
    let (found, expected) = (try await lines(of: copy), try await lines(of: store))
    guard found != expected else { return nil }
    let first = zip(found, expected).first { $0 != $1 }
    return first.map { "\($0.0), not \($0.1)" } ?? "\(found.count) lines, not \(expected.count)"
  }
}
