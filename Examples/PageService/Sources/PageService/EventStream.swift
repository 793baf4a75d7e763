// SPDX-License-Identifier: Apache-2.0

import AsyncAlgorithms
import Foundation
import Hummingbird
import ServiceLifecycle

/// An event in the format of a browser's EventSource.
struct ServerSentEvent: Sendable {
  let text: String

  init(id: String? = nil, data: some Encodable) throws {
    let line = String(decoding: try JSONEncoder().encode(data), as: UTF8.self)
    text = (id.map { "id: \($0)\n" } ?? "") + "data: \(line)\n\n"
  }
}

/// Sends the elements of a sequence as they arrive.
struct EventSender {
  private static let beat = ":\n\n"

  fileprivate var write: (String) async throws -> Void

  /// Sends until the sequence ends, the client disconnects, or the service shuts down.
  func callAsFunction<Elements: AsyncSequence & Sendable>(
    _ elements: Elements, as event: @escaping @Sendable (Elements.Element) throws -> ServerSentEvent
  ) async throws where Elements.Element: Sendable, Elements.AsyncIterator: SendableMetatype {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    let texts = ElementsInTurn(elements: elements, turns: turns)
      .map { try event($0).text as String? }
    // Regular comments in the stream detect that the other side is gone.
    let beats = AsyncTimerSequence(interval: .seconds(15), clock: .continuous)
      .map { _ in Self.beat as String? }
    turn.yield()
    for try await text in merge(chain(texts, [nil].async), beats).cancelOnGracefulShutdown() {
      guard let text else { return }
      try await write(text)
      if text != Self.beat { turn.yield() }
    }
  }
}

/// The elements of a sequence, each taken only when it is its turn.
///
/// What merges sequences takes an element ahead: a frame that waits there is old when it is sent.
private struct ElementsInTurn<Base: AsyncSequence & Sendable>: AsyncSequence, Sendable {
  typealias Element = Base.Element

  let elements: Base
  let turns: AsyncStream<Void>

  func makeAsyncIterator() -> Iterator {
    Iterator(elements: elements.makeAsyncIterator(), turns: turns.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    var elements: Base.AsyncIterator
    var turns: AsyncStream<Void>.Iterator

    mutating func next() async throws -> Base.Element? {
      guard await turns.next() != nil else { return nil }
      return try await elements.next()
    }
  }
}

/// Returns a response that streams events until they end or the client disconnects.
func eventStream(
  for request: Request, _ body: @escaping @Sendable (EventSender) async throws -> Void
) -> Response {
  let stream = ResponseBody { writer in
    var output = writer
    // However the stream ends, the client requests another one, and gets the error there.
    try? await request.body.consumeWithCancellationOnInboundClose { _ in
      try await body(EventSender { try await output.write(ByteBuffer(string: $0)) })
    }
    try await writer.finish(nil)
  }
  return Response(
    status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
    body: stream)
}

/// Returns a response with a value as JSON.
func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
  Response(
    status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
    body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value))))
}
