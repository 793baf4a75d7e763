// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  /// A statement with the values of its placeholders.
  public struct Statement: Hashable, Sendable {
    /// One statement of SQL, with placeholders `$1`, `$2`, and so on instead of values.
    ///
    /// Each connection prepares it once and keeps it, so that its text must not depend on data.
    public let sql: String

    /// The values of the placeholders, in order.
    ///
    /// Those of one text always have the same types.
    public let parameters: [Parameter]

    /// Creates a statement.
    public init(_ sql: String, _ parameters: [Parameter] = []) {
      self.sql = sql
      self.parameters = parameters
    }
  }
#endif
