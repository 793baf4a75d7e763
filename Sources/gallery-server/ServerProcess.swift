// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import GalleryServer
import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import PageStorage
import ServiceLifecycle
import UnixSignals

/// The process: opens the store, serves it, and closes it after a signal.
struct ServerProcess {
  /// The number of thumbnails that may wait until others are made.
  private static let thumbnailQueueLimit = 256

  /// The time that requests in progress have after a signal.
  private static let shutdownDuration = Duration.seconds(10)

  let options: ServeConfiguration

  /// What the log warns of at the start.
  var warnings: [String] = []

  let manager: ServiceManager?

  /// Runs until a signal.
  ///
  /// Everything that can fail is done before the port is opened.
  func run() async throws {
    // One event loop for each core that the process may use: several on one core only wait for each other.
    NIOSingletons.groupLoopCountSuggestion =
      min(System.coreCount, ProcessInfo.processInfo.activeProcessorCount)
    let log = LogQueue(format: options.logFormat)
    defer { log.flush(within: StandardStreams.patience) }
    let logger = options.logFormat.logger(level: options.logLevel, writingTo: log)
    for warning in warnings { logger.warning("\(warning)") }
    let address = try address()
    try await options.store.withTokens { tokens in
      try await checkAccess(on: address, tokens, logger)
      let connections = try connections(logger)
      let store = try await openedStore(logger)
      do {
        try await serve(store, tokens, on: address, connections, logger)
      } catch {
        await store.close()
        throw error
      }
      await store.close()
    }
  }

  private func address() throws(StartupFailure) -> SocketAddress {
    try options.listen.resolved()
  }

  /// Requires that the tokens can be read, and that there is one if other machines reach the address.
  private func checkAccess(
    on address: SocketAddress, _ tokens: any AccessStorage, _ logger: Logger
  ) async throws(StartupFailure) {
    let found: [TokenRecord]
    do throws(AccessDatabaseError) {
      found = try await tokens.tokens()
    } catch {
      throw StartupFailure(error)
    }
    let isBehindProxy = options.publicURL != nil || !options.trustedProxies.isEmpty
    if address.isLoopback, isBehindProxy, found.isEmpty {
      logger.warning("there is no token: everyone whom a proxy lets through can change the store")
    }
    guard !address.isLoopback else { return }
    guard options.isInsecure || found.contains(where: { $0.isValid(at: Date()) }) else {
      throw StartupFailure(
        .configuration,
        "other machines can reach \(options.listen.host), and the store has no valid token: add one with "
          + "'gallery-server token add --store \(options.store.word)', or listen on 127.0.0.1 or [::1], or "
          + "pass --insecure")
    }
    if found.isEmpty {
      logger.warning("everyone who reaches \(options.listen.host) can read and change the store")
    }
  }

  private func certificate() throws(StartupFailure) -> ServerCertificate? {
    guard let files = options.tlsFiles else { return nil }
    do throws(CertificateError) {
      return try ServerCertificate(certificatePath: files.certificate, keyPath: files.key)
    } catch {
      throw StartupFailure(.configuration, "TLS cannot be used: \(error)")
    }
  }

  private func connections(_ logger: Logger) throws(StartupFailure) -> GuardedConnections {
    let certificate = try certificate()
    let offersHTTP2 = certificate != nil || options.acceptsCleartextHTTP2
    return GuardedConnections(
      limits: try OpenFileLimit.fitted(limits, offersHTTP2: offersHTTP2, logger),
      certificate: certificate, acceptsCleartextHTTP2: options.acceptsCleartextHTTP2)
  }

  private func openedStore(_ logger: Logger) async throws(StartupFailure) -> PageStore {
    var configuration = PageStoreConfiguration(thumbnailQueueLimit: Self.thumbnailQueueLimit)
    configuration.thumbnailMemoryByteCount = options.thumbnailMemoryByteCount
    configuration.maximumPageByteCount = options.pageByteLimit
    configuration.workFolder = options.workFolder
    configuration.originalCacheByteCount = options.originalCacheByteCount
    let isNew = !options.store.isServed && options.store.names?.isEmpty != false
    let store = try await options.store.open(configuration)
    if isNew { logger.notice("a new store was created") }
    // It is on a read-only disk or a standby, or belongs to somebody else.
    if store.configuration.access == .readOnly {
      logger.warning("the store is read-only: changes are refused")
    }
    return store
  }

  private func serve(
    _ store: PageStore, _ tokens: any AccessStorage, on address: SocketAddress,
    _ connections: GuardedConnections,
    _ logger: Logger
  ) async throws {
    let authorizer = TokenAuthorizer(
      storage: tokens, isOpenWithoutTokens: address.isLoopback || options.isInsecure,
      logger: logger)
    let names = options.allowedHosts + (options.publicHost.map { [$0] } ?? [])
    let hasNames = address.isLoopback || !options.allowedHosts.isEmpty
    var configuration = GalleryServerConfiguration(
      publicURL: options.publicURL, hosts: hasNames ? .loopback(and: names) : .any,
      authorizer: authorizer, maximumPageByteCount: options.pageByteLimit)
    configuration.isEncrypted = connections.certificate != nil
    configuration.trustedProxies = options.trustedProxies
    configuration.allowedOrigins = Set(options.allowedOrigins)
    configuration.connections = connections
    let (format, manager) = (options.logFormat, manager)
    let service = GalleryService(
      server: GalleryServer(store: store, configuration: configuration),
      address: .hostname(address.ipAddress ?? "127.0.0.1", port: address.port ?? 0),
      connections: connections, logger: logger
    ) { channel in
      let url = (channel.localAddress ?? address).url(isEncrypted: connections.certificate != nil)
      StandardStreams.print(format.listeningLine(url), to: .output)
      manager?.tell(.ready)
    }
    var group = ServiceGroupConfiguration(
      services: [service, Ending(manager: manager)], gracefulShutdownSignals: UnixSignal.ending,
      logger: logger)
    group.maximumGracefulShutdownDuration = Self.shutdownDuration
    try await run(ServiceGroup(configuration: group), on: address)
  }

  /// The limits of connections.
  ///
  /// All clients of a trusted proxy have its address.
  private var limits: ConnectionLimits {
    var limits = ConnectionLimits()
    limits.maximumConnectionCount = options.connectionLimit
    limits.maximumConnectionCountPerAddress = options.connectionLimitPerAddress
    limits.sharedAddresses += options.trustedProxies
    return limits
  }

  private func run(_ group: ServiceGroup, on address: SocketAddress) async throws {
    do {
      try await group.run()
    } catch let error as IOError {
      throw StartupFailure(
        listeningOn: address.url(isEncrypted: options.tlsFiles != nil), errno: error.errnoCode)
    } catch is CancellationError {
      // The requests in progress took too long.
    }
  }
}

/// Reports the first signal to the service manager, and lets a second one end the process.
private struct Ending: Service {
  let manager: ServiceManager?

  func run() async throws {
    try await gracefulShutdown()
    manager?.tell(.stopping)
    for number in [SIGTERM, SIGINT] { signal(number, SIG_DFL) }
    // A terminal that is closed sends it twice: its shell first.
    signal(SIGHUP, SIG_IGN)
  }
}

extension UnixSignal {
  /// The signals that end the server; that of a closed terminal does not if it is ignored, as with `nohup`.
  fileprivate static let ending: [UnixSignal] = {
    var action = sigaction()
    let isFound = sigaction(SIGHUP, nil, &action) == 0
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    let isIgnored = isFound && handler == unsafeBitCast(SIG_IGN, to: Int.self)
    return [.sigterm, .sigint] + (isIgnored ? [] : [.sighup])
  }()
}
