// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOPosix
import Synchronization

/// A proxy on a port of this machine that loses responses when a test asks for it.
final class CuttingProxy: Sendable {
  private struct State {
    var target: Int
    /// The number of next edits whose responses are lost.
    var cutCount = 0
    var lostCount = 0
  }

  private typealias Connection = ScriptedServer.Connection
  private struct Cut: Error {}

  let port: Int
  private let state: Shared
  private let task: Task<Void, any Error>

  private final class Shared: Sendable {
    let state: Mutex<State>
    init(target: Int) { state = Mutex(State(target: target)) }
  }

  /// The number of lost responses.
  var lostCount: Int { state.state.withLock { $0.lostCount } }

  /// Loses the responses to the next edits, which the server makes.
  func loseResponses(_ count: Int) { state.state.withLock { $0.cutCount = count } }

  /// Leads further connections to another server.
  func lead(to port: Int) { state.state.withLock { $0.target = port } }

  /// Starts a proxy.
  ///
  /// - Parameter target: The port of the server.
  /// - Throws: The error of the port.
  init(to target: Int) async throws {
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0) { ScriptedServer.Connection.accepted($0) }
    port = listener.channel.localAddress?.port ?? 0
    let shared = Shared(target: target)
    state = shared
    task = Task {
      try await listener.executeThenClose { connections in
        try await withThrowingDiscardingTaskGroup { group in
          for try await connection in connections {
            group.addTask { try? await Self.serve(connection, shared) }
          }
        }
      }
    }
  }

  deinit { task.cancel() }

  /// Passes bytes in both directions until one side is closed, or a response is lost.
  private static func serve(_ client: Connection, _ shared: Shared) async throws {
    let isDoomed = Doom()
    try await client.executeThenClose { fromClient, toClient in
      let target = shared.state.withLock { $0.target }
      let server = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: target) { ScriptedServer.Connection.accepted($0) }
      try await server.executeThenClose { fromServer, toServer in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for try await piece in fromClient {
              if isEdit(piece), takeCut(shared) { isDoomed.raise() }
              try await toServer.write(piece)
            }
            throw Cut()
          }
          group.addTask {
            for try await piece in fromServer {
              if isDoomed.isRaised {
                shared.state.withLock { $0.lostCount += 1 }
                throw Cut()
              }
              try await toClient.write(piece)
            }
            throw Cut()
          }
          defer { group.cancelAll() }
          try await group.next()
        }
      }
    }
  }

  private typealias Doom = StoredDocumentTests.Flag

  private static func isEdit(_ piece: ByteBuffer) -> Bool {
    String(buffer: piece).hasPrefix("POST ")
  }

  private static func takeCut(_ shared: Shared) -> Bool {
    shared.state.withLock { state in
      guard state.cutCount > 0 else { return false }
      state.cutCount -= 1
      return true
    }
  }
}
