// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  import CLibPQ
  import Dispatch
  import Glibc

  extension PostgreSQLConnection {
    private static let connectingQueue = DispatchQueue(
      label: "page-gallery.postgresql.connecting", qos: .userInitiated, attributes: .concurrent)

    /// Connects to a server.
    ///
    /// Several hosts are tried one after the other. One that does not answer within its part of the time is tried after
    /// the others for a minute.
    ///
    /// - Parameters:
    ///   - location: A URL (`postgresql://...`) or `key=value` pairs as libpq understands them, with all of its
    ///     settings, its environment and its password and service files.
    ///   - timeout: The maximum time, for all hosts of `location` together.
    ///   - thread: The thread that waits for the socket.
    /// - Returns: The connection, in pipeline mode.
    /// - Throws: `PostgreSQLError.unreachable`.
    public static func connect(
      to location: String, timeout: Duration = .seconds(10), on thread: SocketThread = .shared
    ) async throws(PostgreSQLError) -> PostgreSQLConnection {
      let hosts = ServerHosts.of(location)
      guard !hosts.isEmpty else {
        return try await connect(to: location, [:], until: .now() + timeout, on: thread)
      }
      let end = ContinuousClock.now + timeout
      var failures: [String] = []
      for (index, host) in hosts.enumerated() {
        let part = max(end - .now, .zero) / (hosts.count - index)
        do throws(PostgreSQLError) {
          return try await connect(
            to: location, host.settings, until: .now() + part, on: thread)
        } catch {
          if error == silence { ServerHosts.noteSilence(of: host) }
          guard case .unreachable(let reason) = error else { throw error }
          failures.append("\(host.name): \(reason)")
        }
      }
      throw .unreachable(failures.joined(separator: "; "))
    }

    private static let silence = PostgreSQLError.unreachable("the server did not answer in time")

    private static func connect(
      to location: String, _ settings: [String: String], until deadline: DispatchTime,
      on thread: SocketThread
    ) async throws(PostgreSQLError) -> PostgreSQLConnection {
      let libpq = await onConnectingQueue { begin(location, settings) }
      while true {
        let polling = await onConnectingQueue { PQconnectPoll(libpq.pointer) }
        switch polling {
        case PGRES_POLLING_OK: return try made(libpq, thread)
        case PGRES_POLLING_READING: try await wait(libpq, deadline, thread)
        case PGRES_POLLING_WRITING: try await wait(libpq, deadline, thread, orForWriting: true)
        default: throw .unreachable(libpq.message)
        }
      }
    }

    /// Returns what is wrong with the form of a location, `nil` if libpq can read it.
    ///
    /// - Parameter location: A URL or `key=value` pairs.
    /// - Returns: A part of a sentence, which repeats at most the name of a parameter.
    public static func complaint(about location: String) -> String? {
      var message: UnsafeMutablePointer<CChar>?
      let options = PQconninfoParse(location, &message)
      defer {
        PQconninfoFree(options)
        PQfreemem(message)
      }
      guard options == nil else { return nil }
      let text = message.map { String(cString: $0) } ?? ""
      // Other complaints may repeat a password.
      guard text.hasPrefix("invalid URI query parameter") else { return "libpq cannot read it" }
      return String(text.prefix { $0 != "\n" })
    }

    /// Begins to connect; the other settings are in place of those of the location.
    private static func begin(_ location: String, _ other: [String: String]) -> ConnectionHandle {
      let texts =
        ["dbname", location, "client_encoding", "UTF8"]
        + ["fallback_application_name", "page-gallery"] + other.flatMap { [$0.key, $0.value] }
      let settings = CStrings(texts)
      let keys = stride(from: 0, to: texts.count, by: 2).map { settings[$0] } + [nil]
      let values = stride(from: 1, to: texts.count, by: 2).map { settings[$0] } + [nil]
      // The last argument makes libpq read `dbname` as a location.
      return withExtendedLifetime(settings) {
        let pointer = PQconnectStartParams(keys, values, 1)
        // By default, libpq prints notices.
        PQsetNoticeProcessor(pointer, { _, _ in }, nil)
        return ConnectionHandle(pointer)
      }
    }

    private static func made(
      _ libpq: ConnectionHandle, _ thread: SocketThread
    ) throws(PostgreSQLError) -> PostgreSQLConnection {
      guard libpq.beginPipelines(), let watch = SocketWatch(libpq.socket, on: thread) else {
        throw .unreachable("too many open files, or not enough memory")
      }
      return PostgreSQLConnection(libpq, watch)
    }

    /// Waits for the socket, which libpq exchanges when it tries another host.
    private static func wait(
      _ libpq: ConnectionHandle, _ deadline: DispatchTime, _ thread: SocketThread,
      orForWriting: Bool = false
    ) async throws(PostgreSQLError) {
      guard let watch = SocketWatch(libpq.socket, on: thread) else {
        throw .unreachable("too many open files")
      }
      watch.setDeadline(deadline)
      defer { watch.close() }
      guard await watch.wait(orForWriting: orForWriting) == .ready else {
        throw silence
      }
    }

    /// Runs a function that may block: libpq looks up the names of hosts, and reads files.
    private static func onConnectingQueue<Value: Sendable>(
      _ body: @escaping @Sendable () -> Value
    ) async -> Value {
      await withCheckedContinuation { continuation in
        connectingQueue.async { continuation.resume(returning: body()) }
      }
    }
  }

  /// Copies of texts for C.
  private final class CStrings {
    private let copies: [UnsafeMutablePointer<CChar>?]

    init(_ texts: [String]) { copies = texts.map { strdup($0) } }

    deinit { for copy in copies { free(copy) } }

    subscript(index: Int) -> UnsafePointer<CChar>? { copies[index].map { UnsafePointer($0) } }
  }
#endif
