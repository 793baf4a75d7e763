// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  public import AsyncHTTPClient
  import FoundationEssentials
  import NIOCore
  import NIOHTTP1

  /// Objects in a bucket, with keys relative to the prefix of the configuration.
  ///
  /// Requests are repeated after overload and lost connections, with growing random pauses. All of them may be
  /// repeated: they read, remove, or put bytes that are the same for a key.
  public struct ObjectStore: Sendable {
    /// The configuration.
    public let configuration: ObjectStoreConfiguration
    private let credentials: CredentialProvider
    let client: HTTPClient

    /// The maximum number of requests to a service at the same time; others wait.
    private static let requestLimit = 64

    /// A client that reports at once that a service cannot be reached: the store itself asks again.
    ///
    /// A response that stalls for 30 seconds ends; one that goes on slowly, see ``ArrivingBody``. Redirections are not followed: a request is signed for one host.
    public static let client: HTTPClient = {
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      configuration.timeout.connect = .seconds(5)
      // The time limit of a request ends when the head of its response arrives.
      configuration.timeout.read = .seconds(30)
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = requestLimit
      configuration.connectionPool.retryConnectionEstablishment = false
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The number of files that a process has to be permitted to open: the loops of the client have three each, and a
    /// process that cannot open these ends.
    public static var openFileCount: Int { 3 * NIOSingletons.groupLoopCountSuggestion + 26 }

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - configuration: The bucket.
    ///   - credentials: What requests are signed with.
    ///   - client: The client, which the caller shuts down.
    public init(
      _ configuration: ObjectStoreConfiguration, credentials: CredentialProvider,
      client: HTTPClient = Self.client
    ) {
      (self.configuration, self.credentials, self.client) = (configuration, credentials, client)
    }

    /// Creates a store whose credentials never end.
    ///
    /// - Parameters:
    ///   - configuration: The bucket.
    ///   - credentials: What requests are signed with.
    ///   - client: The client, which the caller shuts down.
    public init(
      _ configuration: ObjectStoreConfiguration, credentials: ObjectStoreCredentials,
      client: HTTPClient = Self.client
    ) {
      self.init(configuration, credentials: CredentialProvider(credentials), client: client)
    }

    /// The codes with which a service refuses credentials that were valid before.
    private static let endedCodes: Set = ["ExpiredToken", "InvalidToken", "TokenRefreshRequired"]

    /// A response whose body was read.
    struct Answer {
      let status: Int
      let headers: HTTPHeaders
      /// The body, or the part of it that was wanted.
      let body: [UInt8]
      /// The number of bytes of the body, also of parts that were not wanted.
      let byteCount: Int

      /// Whether it tells what was stored, as services do for each object.
      var tellsOfObject: Bool { headers.first(name: "etag").map { !$0.isEmpty } ?? false }

      /// The code of an error, empty without one: messages may be empty, and are in any language.
      var code: String {
        ObjectList.text(of: "Code", in: String(decoding: body, as: UTF8.self)) ?? ""
      }
    }

    /// Sends a request, again if the service is overloaded or the connection is lost.
    ///
    /// - Parameters:
    ///   - request: The request, without its host and the prefix of its path.
    ///   - body: The body, whose checksums are in the request.
    ///   - range: The bytes that are wanted of an object, all by default; a service may send more.
    ///   - limit: The maximum number of bytes of the response that are wanted.
    /// - Returns: The response of any other status.
    /// - Throws: `ObjectStoreError.unreachable`, `.busy`, `.tooLong`, `.noCredentials`, `.cancelled`; `.refused` if
    ///   the service fails every time, or accepts no credentials.
    func send(
      _ request: SignedRequest, body: [UInt8] = [], range: Range<Int>? = nil, limit: Int = 1 << 20
    ) async throws(ObjectStoreError) -> Answer {
      var (failure, patience) = (ObjectStoreError.busy, Patience(configuration))
      for attempt in 0..<configuration.attemptLimit {
        if attempt > 0 {
          guard patience.allowsAnotherAttempt() else { break }
          try await pause(attempt)
        }
        patience.beginAttempt()
        let credentials = try await credentials.credentials()
        do throws(ObjectStoreError) {
          let answer = try await execute(
            signed(request, body, credentials), key: request.path, range, limit)
          let hasFailed = [429, 500, 502, 503, 504].contains(answer.status)
          if !hasFailed, await !hasEnded(credentials, answer) { return answer }
          failure = [429, 503].contains(answer.status) ? .busy : refusal(answer)
        } catch {
          guard case .unreachable = error else { throw error }
          failure = error
        }
      }
      throw failure
    }

    /// Returns whether a service has refused credentials, and there may be others now.
    private func hasEnded(_ used: ObjectStoreCredentials, _ answer: Answer) async -> Bool {
      guard [400, 401, 403].contains(answer.status), Self.endedCodes.contains(answer.code) else {
        return false
      }
      return await credentials.forget(used)
    }

    private func pause(_ attempt: Int) async throws(ObjectStoreError) {
      do {
        try await Task.sleep(for: .milliseconds(Int.random(in: 0...(50 << min(attempt, 6)))))
      } catch {
        throw .cancelled
      }
    }

    /// Returns a request as it is sent.
    private func signed(
      _ unsigned: SignedRequest, _ body: [UInt8], _ credentials: ObjectStoreCredentials
    ) -> HTTPClientRequest {
      var signed = unsigned
      let origin = configuration.origin
      signed.host = origin.host
      let query = signed.encodedQuery
      var request = HTTPClientRequest(
        url:
          "\(origin.scheme)://\(origin.host)\(signed.encodedPath)\(query.isEmpty ? "" : "?\(query)")"
      )
      request.method = HTTPMethod(rawValue: signed.method)
      for header in signed.signed(with: credentials, region: configuration.region, date: Date()) {
        request.headers.add(name: header.name, value: header.value)
      }
      if !body.isEmpty || signed.method == "PUT" { request.body = .bytes(ByteBuffer(bytes: body)) }
      return request
    }

    /// A request about an object.
    func request(_ method: String, _ key: String) -> SignedRequest {
      let bucket = configuration.usesPath ? "/\(configuration.bucket)" : ""
      return SignedRequest(
        method: method, host: "", path: "\(bucket)/\(configuration.prefix)\(key)")
    }

    /// The error for a status that an operation does not expect.
    func refusal(_ answer: Answer) -> ObjectStoreError {
      .refused(status: answer.status, code: answer.code)
    }
  }
#endif
