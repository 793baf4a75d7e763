// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  extension Statement {
    /// Lets the commits of a session wait for the disk, whatever its role or database has set.
    ///
    /// `synchronous_commit = off` is replaced by `on`; whether a commit waits for a standby is left to the operator.
    public static let durability = Statement(
      """
      SELECT set_config('synchronous_commit', 'on', false) \
      WHERE current_setting('synchronous_commit') = 'off'
      """)
  }
#endif
