// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import GallerySystem

/// A page of an ingest that is not in a document yet.
struct PendingPage: Sendable {
  /// Its index among the inputs.
  let index: Int
  let input: PageInput
  /// The identifier assigned to the page, kept if it is received again.
  var id: PageID?
  /// The staged page, once it is on the disk.
  var staged: StagedPage?
  /// The reason why it could not be staged.
  var failure: PageStoreError?
  /// Whether its input was read.
  var isRead = false
  /// Whether the page is already counted as progress.
  var isCounted = false

  init(index: Int, input: PageInput) {
    (self.index, self.input) = (index, input)
  }

  /// The page's number of bytes, `nil` if unknown.
  var byteCount: Int? {
    if let staged { return staged.byteCount }
    switch input.origin {
    case .bytes(let bytes): return bytes.count
    case .file(let path):
      guard let status = try? SystemCalls.status(of: path), status.kind == .file else { return nil }
      return status.byteCount
    case .stream: return nil
    }
  }

  /// Whether the disk was full and the input can be read again.
  var needsRoom: Bool { failure?.isFull == true && !(input.isStream && isRead) }

  /// Whether the page failed for a reason other than a full disk.
  var isBad: Bool { failure != nil && !needsRoom }

  /// Releases the disk space.
  func discard() {
    staged?.file.discard()
  }

  /// Releases the disk space until the page's turn, unless the input can be read only once.
  mutating func postpone() {
    guard !input.isStream else { return }
    discard()
    staged = nil
  }
}

extension PendingPage {
  /// Records the outcome of staging.
  mutating func record(_ outcome: Stager.Outcome) {
    switch outcome {
    case .success(let page): (staged, failure) = (page, nil)
    case .failure(let error): failure = error
    }
  }
}

extension PageInput {
  /// Whether the bytes can be read only once.
  var isStream: Bool {
    if case .stream = origin { true } else { false }
  }
}

extension PageStoreError {
  /// Whether the disk was full.
  var isFull: Bool {
    if case .full = self { true } else { false }
  }
}
