// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import NIOCore
import NIOHTTP1
public import PageGallery

extension RemoteDocument {
  /// Returns the changes after a version, no matter who makes them.
  ///
  /// - Parameter version: The revision after which changes are returned.
  /// - Returns: The changes in order.
  public func changes(after version: Int) -> RemoteDocumentChanges {
    RemoteDocumentChanges(document: self, version: version)
  }

  /// Opens the stream of events after a revision.
  func openEvents(after version: Int) async throws(PageSourceError) -> HTTPClientResponse.Body {
    do throws(RemoteServerError) {
      var request = RemoteRequest.get(path + "/events", accept: "text/event-stream")
      request.fields.add(name: "last-event-id", value: "\(version)")
      let response = try await server.open(request)
      let type = response.headers.first(name: "content-type") ?? ""
      switch response.status {
      case .ok where type.hasPrefix("text/event-stream"): return response.body
      case .ok: throw .malformedResponse("The events have the media type \(type).")
      case .noContent: break
      default: throw try await server.complete(response).error
      }
    } catch {
      throw await absence(behind: error)
    }
    throw .store(.notFound(.document(id)))
  }
}

extension PageSourceChange {
  /// The pages that the change inserts, as far as it names them.
  fileprivate var insertedPages: [PageID] { changeset?.insertions.map(\.page.id) ?? [] }
}

/// The changes of a document on a server, as the changes of a `PageSource`.
///
/// Each iterator keeps a connection. Nothing is queued for a slow reader but the changes that arrived
/// in one piece: its next change is read from the connection, and later from the log of the server.
public struct RemoteDocumentChanges: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = PageSourceChange
  /// The reason why the changes cannot be followed.
  public typealias Failure = PageSourceError

  let document: RemoteDocument
  let version: Int

  /// Creates an iterator over the changes; it connects when the first change is requested.
  ///
  /// - Returns: An iterator that starts after the given version. If it is released, the connection
  ///   is closed.
  public func makeAsyncIterator() -> Iterator {
    Iterator(document: document, after: version)
  }

  /// An iterator over changes.
  public struct Iterator: AsyncIteratorProtocol {
    let document: RemoteDocument
    private var reader: EventReader
    private var parser: EventParser
    private var body: HTTPClientResponse.Body.AsyncIterator?
    /// The events that have arrived, last one first.
    private var arrived: [ReceivedEvent] = []

    init(document: RemoteDocument, after version: Int) {
      self.document = document
      reader = EventReader(after: version)
      parser = EventParser(limit: document.server.configuration.maximumEventByteCount)
    }

    /// Waits for the next change.
    ///
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: `PageSourceError.gone` if the document is permanently deleted, `.store` with
    ///   `.notFound` if it is moved to the trash, otherwise `.other` with a ``RemoteServerError``.
    public mutating func next() async throws(PageSourceError) -> PageSourceChange? {
      try await next(isolation: #isolation)
    }

    /// Waits for the next change.
    ///
    /// - Parameter actor: The actor of the caller.
    /// - Returns: The change, `nil` if the task was cancelled.
    /// - Throws: `PageSourceError.gone` if the document is permanently deleted, `.store` with
    ///   `.notFound` if it is moved to the trash, otherwise `.other` with a ``RemoteServerError``.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(PageSourceError) -> PageSourceChange? {
      if body == nil {
        body = try await document.openEvents(after: reader.revision).makeAsyncIterator()
      }
      do throws(RemoteServerError) {
        while true {
          while let event = arrived.popLast() {
            switch try reader.read(event) {
            case .change(let change, let keys):
              document.keys.note(keys, at: change.version)
              document.uploads.forget(change.insertedPages)
              return change
            case .gone: throw .problem(Self.gone)
            case nil: break
            }
          }
          arrived = try await receive(isolation: actor)
        }
      } catch {
        // The next stream begins anew.
        (body, arrived) = (nil, [])
        parser = EventParser(limit: document.server.configuration.maximumEventByteCount)
        if error == .cancelled { return nil }
        throw await document.absence(behind: error)
      }
    }

    /// The document does not exist any more, or is in the trash.
    private static let gone = RemoteProblem(
      status: 404, code: "notFound", detail: "The document is gone.")

    /// Receives the next piece, and returns the events that it completes, last one first.
    private mutating func receive(
      isolation actor: isolated (any Actor)?
    ) async throws(RemoteServerError) -> [ReceivedEvent] {
      let piece: ByteBuffer?
      do {
        piece = try await body?.next(isolation: actor)
      } catch {
        throw document.server.failure(error)
      }
      guard let piece else { throw Task.isCancelled ? .cancelled : .endedStream }
      return try parser.take(piece.readableBytesView).reversed()
    }
  }
}
