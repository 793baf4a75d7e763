// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
import Logging
public import NIOCore
public import PageStorage

/// A page store over the network: documents, pages, originals, thumbnails and edits.
///
/// A service uses it as the responder of its application: see ``responder(context:)``. Or it mounts it
/// below a path of its own router, where the middleware of the router comes first: see
/// ``addRoutes(to:)``.
public struct GalleryServer: Sendable {
  /// The store.
  public let store: PageStore

  /// The configuration.
  public let configuration: GalleryServerConfiguration

  let routes: RouteTable
  let state = ServerState()
  let crossOrigin: CrossOrigin
  let uploads: UploadRegistry
  let requests = RequestMetrics()
  let runningKeys = RunningKeys()

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - store: The store, which stays open as long as requests are answered.
  ///   - configuration: The configuration.
  /// - Precondition: The limits of uploads are in their ranges, see ``UploadLimits``.
  public init(
    store: PageStore, configuration: GalleryServerConfiguration = GalleryServerConfiguration()
  ) {
    precondition(configuration.uploads.areValid, "a limit of uploads is out of its range")
    self.store = store
    self.configuration = configuration
    crossOrigin = CrossOrigin(
      origins: Set(configuration.allowedOrigins.map { $0.lowercased() }))
    uploads = UploadRegistry(limits: configuration.uploads, clock: configuration.clock)
    routes = Self.routes(store, configuration, state, uploads, requests)
  }

  private static func routes(
    _ store: PageStore, _ configuration: GalleryServerConfiguration, _ state: ServerState,
    _ uploads: UploadRegistry, _ requests: RequestMetrics
  ) -> RouteTable {
    let root = configuration.root
    let limit = pageByteLimit(store, configuration)
    let origins = ChangeOrigins()
    let preparation = ThumbnailPreparation(
      store: store, isEnabled: configuration.preparesThumbnails, clock: configuration.clock)
    let freeByteCount = configuration.freeByteCount ?? { store.freeByteCount }
    let received = UploadOperations(
      store: store, root: root, uploads: uploads, limit: limit,
      minimumFreeByteCount: configuration.uploads.minimumFreeByteCount,
      freeByteCount: freeByteCount)
    let parts: [[Operation]] = [
      ThumbnailOperations(store: store).operations,
      DocumentOperations(store: store, root: root).operations,
      WholeDocumentOperations(store: store, root: root).operations,
      PageListOperations(store: store, root: root).operations,
      PageOperations(store: store).operations,
      PageArrivalOperations(store: store, root: root, limit: limit, preparation: preparation)
        .operations,
      received.operations,
      ChangeOperations(
        store: store, uploads: uploads, origins: origins, preparation: preparation
      ).operations,
      EventOperations(store: store, state: state, clock: configuration.clock, origins: origins)
        .operations,
      OriginalOperations(store: store).operations,
      LibraryOperations(store: store, root: root).operations,
      FormOperations(store: store, root: root, limit: limit, preparation: preparation).operations,
      SessionOperations(authorizer: configuration.authorizer, root: root).operations,
      HealthOperations(
        store: store, state: state, originals: OriginalsProbe(store),
        accessFailure: configuration.authorizer.unavailability,
        sessions: configuration.authorizer as? any SessionIssuing,
        freeByteCount: freeByteCount
      ).operations,
      MetricsOperations(
        store: store, state: state, metrics: requests, uploads: uploads,
        connections: configuration.connections, freeByteCount: freeByteCount
      ).operations,
      ContractOperations(root: root).operations,
      AssetOperations().operations,
    ]
    return RouteTable(parts.flatMap(\.self))
  }

  /// Returns the maximum number of bytes of a page.
  static func pageByteLimit(
    _ store: PageStore, _ configuration: GalleryServerConfiguration
  ) -> Int {
    min(configuration.maximumPageByteCount, store.configuration.maximumPageByteCount)
  }

  /// Marks the server as shutting down: it is no longer ready.
  ///
  /// Requests are still answered, and streams of events end.
  public func drain() { state.drain() }

  /// Returns a responder for an application.
  ///
  /// - Parameter context: The type of the application's request context.
  /// - Returns: The responder.
  public func responder<Context: RequestContext>(
    context: Context.Type = GalleryRequestContext.self
  ) -> GalleryResponder<Context> {
    GalleryResponder(server: self)
  }

  /// Mounts the server below a group of a router, whose path is the configured root.
  ///
  /// The router itself answers methods that HTTP does not define, such as those of WebDAV, with 404.
  ///
  /// - Parameter router: The group.
  public func addRoutes<Context: RequestContext>(to router: some RouterMethods<Context>) {
    let methods: [HTTPRequest.Method] = [
      .get, .head, .post, .put, .patch, .delete, .options, .trace,
    ]
    for method in methods {
      for path: RouterPath in ["", "**"] {
        router.on(path, method: method) { request, context in
          try await self.respond(
            to: request, from: Self.address(of: context), logger: context.logger)
        }
      }
    }
  }
}

/// A request context with the address of the client, on which the limit of failures depends.
public struct GalleryRequestContext: RequestContext, RemoteAddressRequestContext {
  /// The storage of the context.
  public var coreContext: CoreRequestContextStorage

  /// The address of the connection's other end.
  public let remoteAddress: SocketAddress?

  /// Creates a context.
  ///
  /// - Parameter source: The source of the context.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
    remoteAddress = source.channel.remoteAddress
  }
}

extension GalleryServer {
  /// Returns the address of a client, if the context has it.
  static func address(of context: some RequestContext) -> SocketAddress? {
    (context as? any RemoteAddressRequestContext)?.remoteAddress
  }
}

/// The responder of a server.
public struct GalleryResponder<Context: RequestContext>: HTTPResponder {
  let server: GalleryServer

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - context: The context.
  /// - Returns: The response, also for errors.
  /// - Throws: Errors of the connection.
  public func respond(to request: Request, context: Context) async throws -> Response {
    try await server.respond(
      to: request, from: GalleryServer.address(of: context), logger: context.logger)
  }
}
