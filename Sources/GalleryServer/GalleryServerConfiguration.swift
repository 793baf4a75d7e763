// SPDX-License-Identifier: Apache-2.0

/// The configuration of a server.
public struct GalleryServerConfiguration: Sendable {
  /// The path below which the server is mounted, such as `/archive`; empty for none.
  public var root: String

  /// The URL under which browsers know the server, without the root; `nil` for the address that
  /// they use.
  public var publicURL: String?

  /// The names under which the server answers.
  public var hosts: HostRule

  /// Decides which requests are served.
  public var authorizer: any Authorizer

  /// Whether the connections are encrypted, and browsers use https without a proxy; not by default.
  public var isEncrypted = false

  /// The addresses of proxies whose `Forwarded` and `X-Forwarded-*` fields count; none by default.
  public var trustedProxies: [AddressBlock] = []

  /// The origins of other sites, such as `https://viewer.example`, whose pages may use the interface
  /// with tokens; none by default.
  public var allowedOrigins: Set<String> = []

  /// The connections whose counters are among the metrics, `nil` for none.
  public var connections: GuardedConnections?

  /// The maximum size of an uploaded page, in bytes; 64 MiB by default.
  ///
  /// The store's own limit applies as well.
  public var maximumPageByteCount: Int

  /// Whether the thumbnails of new pages for a strip are made before they are requested; `true` by
  /// default.
  public var preparesThumbnails = true

  /// The limits of uploads that are not in a document yet.
  public var uploads = UploadLimits()

  /// Returns the free space of the disk in bytes; `nil` to ask the system.
  package var freeByteCount: (@Sendable () -> Int?)?

  /// The clock of the comments in event streams, of the expiry of uploads, and of delays.
  package var clock: any Clock<Duration> = ContinuousClock()

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - root: The path below which the server is mounted; empty, the default, for none.
  ///   - publicURL: The URL under which browsers know the server, without the root.
  ///   - hosts: The names under which the server answers; those of this machine by default.
  ///   - authorizer: Decides which requests are served; all by default.
  ///   - maximumPageByteCount: The maximum size of an uploaded page, in bytes.
  public init(
    root: String = "", publicURL: String? = nil, hosts: HostRule = .loopback(),
    authorizer: any Authorizer = OpenAuthorizer(), maximumPageByteCount: Int = 64 << 20
  ) {
    self.root = root
    self.publicURL = publicURL
    self.hosts = hosts
    self.authorizer = authorizer
    self.maximumPageByteCount = maximumPageByteCount
  }
}
