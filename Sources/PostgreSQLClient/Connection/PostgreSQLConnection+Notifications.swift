// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  extension PostgreSQLConnection {
    /// Waits for a notification of a channel that `LISTEN` names.
    ///
    /// - Parameter timeout: The maximum time.
    /// - Returns: The channel and the payload; `nil` after the time.
    /// - Throws: `PostgreSQLError.lost`.
    public func notification(
      timeout: Duration
    ) async throws(PostgreSQLError) -> (channel: String, payload: String)? {
      try begin(timeout)
      defer { end() }
      do throws(PostgreSQLError) {
        while true {
          if let found = libpq.nextNotification() { return found }
          try await wait()
        }
      } catch {
        if error == .timedOut { return nil }
        failure = error
        throw error
      }
    }
  }
#endif
