// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import PageImaging
import PageStorage
import Synchronization

/// The files of a form, which are added to a document as they arrive.
///
/// A form that ends early, or that fails otherwise, leaves the pages that it has added before.
struct UploadForm: Sendable {
  /// A file that was not added.
  struct Rejection: Sendable {
    let fileName: String
    let problem: Problem
  }

  /// The result of a form.
  struct Outcome: Sendable {
    /// The number of rejections that are described; further ones are only counted.
    static let rejectionLimit = 20

    /// The number of files that were added.
    fileprivate(set) var addedCount = 0

    /// The number of files that were not added.
    private(set) var rejectedCount = 0

    /// The first files that were not added.
    private(set) var rejections: [Rejection] = []

    fileprivate mutating func reject(_ fileName: String, _ problem: Problem) {
      rejectedCount += 1
      guard rejections.count < Self.rejectionLimit else { return }
      rejections.append(Rejection(fileName: fileName, problem: problem))
    }
  }

  let store: PageStore

  /// The maximum number of bytes of a page.
  let limit: Int

  let preparation: ThumbnailPreparation

  /// Adds all files to the end of a document.
  ///
  /// - Returns: The number of files that were added, and those that were not.
  /// - Throws: `Problem` with the number of files that were added before, if the form is malformed or ends
  ///   early, or nothing more can be stored.
  func receive(_ call: Call, into document: DocumentID) async throws -> Outcome {
    guard let boundary = MultipartHeader.boundary(of: call.request.headers[.contentType]) else {
      throw Problem(
        .unsupportedMediaType,
        "The body must be a form with files; set Content-Type to multipart/form-data.")
    }
    try await call.inviteBody()
    let reader = MultipartReader(call.request.body, boundary: boundary)
    var outcome = Outcome()
    do {
      while let part = try await reader.nextPart() {
        let body = PartBody(reader: reader, limit: limit, call: call)
        try await receive(part, body, into: document, &outcome)
      }
    } catch {
      throw Problem(describing: error).afterAdding(outcome.addedCount) ?? error
    }
    return outcome
  }

  private func receive(
    _ part: MultipartReader.Part, _ body: PartBody, into document: DocumentID,
    _ outcome: inout Outcome
  ) async throws {
    guard part.name == "pages", let fileName = part.fileName else {
      throw Problem.malformed("The form has an unknown field.")
    }
    do {
      let isAdded = try await add(body, fileName, to: document)
      outcome.addedCount += isAdded ? 1 : 0
    } catch {
      let problem = Problem(describing: error)
      // The form itself is broken, or nothing more can be stored.
      guard [413, 415, 422].contains(problem.code.status.code) else { throw error }
      outcome.reject(fileName, problem)
    }
  }

  /// Adds a file, and returns whether there was one.
  private func add(
    _ body: PartBody, _ fileName: String, to document: DocumentID
  ) async throws -> Bool {
    var input = PageInput.stream(body) { buffer, take in
      try buffer.withUnsafeReadableBytes(take)
    }
    // A path of the user's machine is nobody's business.
    input.metadata.fileName = PageMetadata.exportName(for: fileName)
    do {
      preparation([try await store.append(input, to: document).id])
      return true
    } catch PageStoreError.refused(.emptyInput) where fileName.isEmpty {
      return false  // a browser sends an empty part if no file was chosen
    } catch {
      throw body.problem ?? error
    }
  }
}

extension Problem {
  /// Returns the problem with the number of pages that a form has added before it.
  ///
  /// - Returns: `nil` for an internal error, whose cause is only logged.
  fileprivate func afterAdding(_ count: Int) -> Problem? {
    guard code != .internalError else { return nil }
    let pages =
      switch count {
      case 0: "No page was added."
      case 1: "1 page before it was added."
      default: "\(count) pages before it were added."
      }
    var facts = facts
    facts["added"] = count
    return Problem(code, "\(detail) \(pages)", facts: facts, headers: headers)
  }
}

/// The bytes of one part.
private struct PartBody: AsyncSequence, Sendable {
  private final class End: Sendable {
    let problem = Mutex<Problem?>(nil)
  }

  let reader: MultipartReader
  let limit: Int
  let call: Call
  private let end = End()

  init(reader: MultipartReader, limit: Int, call: Call) {
    (self.reader, self.limit, self.call) = (reader, limit, call)
  }

  /// The reason why the part ended early, which the store does not know.
  var problem: Problem? { end.problem.withLock(\.self) }

  func makeAsyncIterator() -> Iterator { Iterator(body: self, rest: limit) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let body: PartBody
    var rest: Int

    mutating func next() async throws -> ByteBuffer? {
      do {
        guard let chunk = try await body.reader.nextChunk() else {
          // The page is added next.
          try await body.call.requireAccess()
          return nil
        }
        rest -= chunk.readableBytes
        guard rest >= 0 else { throw Problem.tooLarge(found: nil, limit: body.limit) }
        return chunk
      } catch let problem as Problem {
        body.end.problem.withLock { $0 = problem }
        throw problem
      }
    }
  }
}
