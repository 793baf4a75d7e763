// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Synchronization

/// A server on a port of this machine that answers with any bytes.
final class ScriptedServer: Sendable {
  /// A request as it arrived.
  struct Request: Sendable {
    var head: String
    var body: String

    /// The method and the target.
    var line: String { String(head.prefix { $0 != "\r\n" }.dropLast(" HTTP/1.1".count)) }

    /// The value of a header field, `nil` if it is missing.
    func field(_ name: String) -> String? {
      head.split(separator: "\r\n").lazy
        .first { $0.lowercased().hasPrefix(name + ":") }
        .map { String($0.dropFirst(name.count + 1).drop { $0 == " " }) }
    }
  }

  typealias Writer = NIOAsyncChannelOutboundWriter<ByteBuffer>
  typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

  /// Writes the response to a request; the connection is closed if it throws.
  typealias Answer = @Sendable (_ request: Request, _ number: Int, Writer) async throws -> Void

  /// Ends a connection.
  struct Hangup: Error {}

  let port: Int
  private let state: State
  private let task: Task<Void, any Error>

  private final class State: Sendable {
    let requests = Mutex<[Request]>([])
    let closedCount = Mutex(0)
  }

  /// The requests so far.
  var requests: [Request] { state.requests.withLock(\.self) }

  /// The number of connections that the client has closed.
  var closedCount: Int { state.closedCount.withLock(\.self) }

  init(_ answer: @escaping Answer) async throws {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0) { Connection.accepted($0) }
    port = listener.channel.localAddress?.port ?? 0
    let state = State()
    self.state = state
    task = Task {
      try await listener.executeThenClose { connections in
        try await withThrowingDiscardingTaskGroup { group in
          for try await connection in connections {
            group.addTask {
              let isHangup = await Self.serve(connection, state, answer)
              if !isHangup { state.closedCount.withLock { $0 += 1 } }
            }
          }
        }
      }
    }
  }

  deinit { task.cancel() }

  /// Answers the requests of a connection, and returns whether the server closed it.
  private static func serve(
    _ connection: Connection, _ state: State, _ answer: @escaping Answer
  ) async -> Bool {
    do {
      try await follow(connection, state, answer)
      return false
    } catch {
      return error is Hangup
    }
  }

  private static func follow(
    _ connection: Connection, _ state: State, _ answer: @escaping Answer
  ) async throws {
    try await connection.executeThenClose { inbound, outbound in
      var received = ""
      for try await piece in inbound {
        received += String(buffer: piece)
        while let request = take(from: &received) {
          let number = state.requests.withLock { requests in
            requests.append(request)
            return requests.count
          }
          try await answer(request, number, outbound)
        }
      }
    }
  }

  /// Removes a complete request from what was received.
  private static func take(from text: inout String) -> Request? {
    guard let end = text.firstRange(of: "\r\n\r\n") else { return nil }
    let head = Request(head: String(text[..<end.lowerBound]), body: "")
    let length = head.field("content-length").flatMap { Int($0) } ?? 0
    let body = text[end.upperBound...].utf8
    guard body.count >= length else { return nil }
    let request = Request(
      head: head.head, body: String(decoding: body.prefix(length), as: UTF8.self))
    text = String(decoding: body.dropFirst(length), as: UTF8.self)
    return request
  }
}

extension ScriptedServer.Connection {
  /// Returns a connection that was accepted, and keeps it as long as its channel is open.
  ///
  /// A listener that ends drops connections that it has just accepted, and the writer of an open channel must not be
  /// dropped: that ends the program.
  static func accepted(_ channel: any Channel) -> EventLoopFuture<ScriptedServer.Connection> {
    channel.eventLoop.makeCompletedFuture {
      let connection = try ScriptedServer.Connection(wrappingChannelSynchronously: channel)
      channel.closeFuture.whenComplete { _ in withExtendedLifetime(connection) {} }
      return connection
    }
  }
}

extension ScriptedServer.Writer {
  /// Writes a text.
  func send(_ text: String) async throws { try await write(ByteBuffer(string: text)) }

  /// Writes a response with a length.
  func respond(
    _ body: String, status: Int = 200, type: String = "application/json", fields: String = ""
  ) async throws {
    try await send(
      """
      HTTP/1.1 \(status) X\r\nContent-Type: \(type)\r\n\(fields)\
      Content-Length: \(body.utf8.count)\r\n\r\n\(body)
      """)
  }

  /// Writes the header of a stream of events, whose connection is closed at its end.
  func respondWithEvents(_ text: String = "") async throws {
    try await send(
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + text)
  }
}
