// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import NIOCore
import PageImaging
import PageStorage
import Synchronization

/// The files of a form, which are added to a document as they arrive.
struct UploadForm: Sendable {
  /// A file that was not added.
  struct Rejection: Sendable {
    let fileName: String
    let problem: Problem
  }

  let store: PageStore

  /// The maximum number of bytes of a page.
  let limit: Int

  let preparation: ThumbnailPreparation

  /// Adds all files to the end of a document.
  ///
  /// - Returns: The files that were not added.
  func receive(_ call: Call, into document: DocumentID) async throws -> [Rejection] {
    guard let boundary = MultipartHeader.boundary(of: call.request.headers[.contentType]) else {
      throw Problem(.unsupportedMediaType, "The body of this request is a form with files.")
    }
    await call.inviteBody()
    let reader = MultipartReader(call.request.body, boundary: boundary)
    var rejections: [Rejection] = []
    while let part = try await reader.nextPart() {
      guard part.name == "pages", let fileName = part.fileName else {
        throw Problem.malformed("The form has an unknown field.")
      }
      do {
        try await add(PartBody(reader: reader, limit: limit), fileName, to: document)
      } catch {
        let problem = Problem(describing: error)
        // The form itself is broken, or nothing more can be stored.
        guard [413, 415, 422].contains(problem.code.status.code) else { throw error }
        rejections.append(Rejection(fileName: fileName, problem: problem))
      }
    }
    return rejections
  }

  private func add(_ body: PartBody, _ fileName: String, to document: DocumentID) async throws {
    var input = PageInput.stream(body) { buffer, take in
      try buffer.withUnsafeReadableBytes(take)
    }
    // A path of the user's machine is nobody's business.
    let name = fileName.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
    input.metadata.fileName = name
    do {
      preparation([try await store.append(input, to: document).id])
    } catch PageStoreError.refused(.emptyInput) where fileName.isEmpty {
      // A browser sends an empty part if no file was chosen.
    } catch {
      throw body.problem ?? error
    }
  }
}

/// The bytes of one part.
private struct PartBody: AsyncSequence, Sendable {
  private final class End: Sendable {
    let problem = Mutex<Problem?>(nil)
  }

  let reader: MultipartReader
  let limit: Int
  private let end = End()

  init(reader: MultipartReader, limit: Int) { (self.reader, self.limit) = (reader, limit) }

  /// The reason why the part ended early, which the store does not know.
  var problem: Problem? { end.problem.withLock(\.self) }

  func makeAsyncIterator() -> Iterator { Iterator(body: self, rest: limit) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let body: PartBody
    var rest: Int

    mutating func next() async throws -> ByteBuffer? {
      do {
        guard let chunk = try await body.reader.nextChunk() else { return nil }
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
