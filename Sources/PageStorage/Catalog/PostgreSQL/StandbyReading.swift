// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  package import PostgreSQLClient

  extension ConnectionPool.Substitute {
    /// A standby, which shows everything that it has received: with synchronous replication that includes all changes
    /// that were acknowledged before its primary was lost.
    ///
    /// - Parameter location: Its address, among others.
    /// - Returns: The settings.
    package static func standby(at location: String) -> Self {
      Self(
        location: location,
        condition: Statement(
          """
          SELECT NOT pg_is_in_recovery() OR pg_last_wal_receive_lsn() IS NULL \
          OR pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn()
          """))
    }
  }

  extension RemoteCatalog {
    func readsFromStandby() async -> Bool { await pool.usesSubstitute }
  }
#endif
