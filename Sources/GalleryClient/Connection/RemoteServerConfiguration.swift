// SPDX-License-Identifier: Apache-2.0

/// The configuration of a ``RemoteServer``: credentials, and limits against servers and networks that
/// fail.
public struct RemoteServerConfiguration: Sendable {
  /// The access token, `nil` for a server that is open to this machine.
  public var token: String?

  /// The maximum size of a response that is kept in memory, in bytes.
  ///
  /// 64 MiB by default: a list of a million pages.
  public var maximumResponseByteCount = 64 << 20

  /// The maximum size of an event, in bytes.
  ///
  /// 1 MiB by default; servers send at most 256 kB.
  public var maximumEventByteCount = 1 << 20

  /// The time in which a connection is made.
  ///
  /// Five seconds by default.
  public var connectionTimeout = Duration.seconds(5)

  /// The time in which a request is answered completely.
  ///
  /// 30 seconds by default.
  public var requestTimeout = Duration.seconds(30)

  /// The time in which a page is sent and answered.
  ///
  /// Ten minutes by default.
  public var uploadTimeout = Duration.seconds(600)

  /// The time without a single byte after which a connection is dead.
  ///
  /// 45 seconds by default: servers send a comment every 15 seconds.
  public var silenceTimeout = Duration.seconds(45)

  /// The time during which an edit or an upload is sent again after its response was lost, or while
  /// the server is busy.
  ///
  /// Ten seconds by default.
  public var retryDuration = Duration.seconds(10)

  /// Creates a configuration.
  ///
  /// - Parameter token: The access token. `nil`, the default, sends none.
  public init(token: String? = nil) { self.token = token }
}
