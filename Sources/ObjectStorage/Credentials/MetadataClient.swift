// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import AsyncHTTPClient
  import FoundationEssentials
  import NIOCore
  import NIOHTTP1

  /// Asks metadata services for credentials.
  ///
  /// Its errors contain nothing that a service has answered, nor a token or a URL.
  struct MetadataClient: Sendable {
    /// The maximum number of bytes of an answer.
    private static let limit = 64 << 10

    /// The number of attempts.
    private static let attemptCount = 3

    /// The lifetime of the token of a session with EC2's service, in seconds; it is used at once.
    private static let sessionLifetime = "60"

    /// A client that follows no redirection, which might lead a token away.
    private static let client: HTTPClient = {
      var configuration = HTTPClient.Configuration()
      configuration.redirectConfiguration = .disallow
      configuration.timeout.connect = .seconds(1)
      configuration.timeout.read = .seconds(2)
      return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    let service: MetadataService
    /// The maximum time of an attempt.
    var timeout = Duration.seconds(2)

    /// Asks for credentials.
    ///
    /// - Throws: `ObjectStoreError.noCredentials`.
    func credentials() async throws(ObjectStoreError) -> TemporaryCredentials {
      let answer: [UInt8]
      switch service {
      case .container(let url, let token):
        let headers = try Self.value(of: token).map { [("authorization", $0)] } ?? []
        answer = try await bytes("GET", url, headers)
      case .machine(let url):
        answer = try await machineAnswer(url)
      }
      guard let credentials = TemporaryCredentials(answer) else {
        throw .noCredentials("\(name) has answered with something else than credentials")
      }
      guard credentials.isValid(at: Date()) else {
        throw .noCredentials("\(name) has answered with credentials that have ended")
      }
      return credentials
    }

    /// Opens a session, finds the name of the role, and asks for its credentials.
    private func machineAnswer(_ url: String) async throws(ObjectStoreError) -> [UInt8] {
      let lifetime = ("x-aws-ec2-metadata-token-ttl-seconds", Self.sessionLifetime)
      let session = try await text("PUT", url + "/latest/api/token", [lifetime])
      let header = ("x-aws-ec2-metadata-token", session)
      let folder = url + "/latest/meta-data/iam/security-credentials/"
      let role = try await text("GET", folder, [header])
      guard role.utf8.allSatisfy({ $0 > 0x20 && !"/?#%".utf8.contains($0) }) else {
        throw .noCredentials("\(name) has answered with something else than a role")
      }
      return try await bytes("GET", folder + role, [header])
    }

    private static func value(
      of token: MetadataService.ContainerToken
    ) throws(ObjectStoreError) -> String? {
      let value: String
      switch token {
      case .none: return nil
      case .value(let text): value = text
      case .file(let path):
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
          throw .noCredentials("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE cannot be read")
        }
        value = text.trimmed
      }
      guard !value.isEmpty, value.isHeaderValue else {
        throw .noCredentials("the authorization token of the container is malformed")
      }
      return value
    }

    private var name: String {
      switch service {
      case .container: "the metadata service of the container"
      case .machine: "the metadata service of the machine"
      }
    }
  }

  // MARK: - Requests

  extension MetadataClient {
    /// Returns the first line of an answer.
    private func text(
      _ method: String, _ url: String, _ headers: [(String, String)]
    ) async throws(ObjectStoreError) -> String {
      let bytes = try await bytes(method, url, headers)
      let line = String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
      guard !line.isEmpty, line.isHeaderValue else {
        throw .noCredentials("\(name) has answered with something else than one line")
      }
      return line
    }

    private func bytes(
      _ method: String, _ url: String, _ headers: [(String, String)]
    ) async throws(ObjectStoreError) -> [UInt8] {
      var failure = ""
      for attempt in 0..<Self.attemptCount {
        if attempt > 0 { try? await Task.sleep(for: .milliseconds(Int.random(in: 0...100))) }
        do {
          let (status, body) = try await answer(method, url, headers)
          if status == 200 { return body }
          failure = "answered with \(status)"
          // Others may be better next time.
          guard status == 429 || status >= 500 else { break }
        } catch is NIOTooManyBytesError {
          failure = "answered with too much"
          break
        } catch {
          failure = "cannot be reached"
          // Without such a service, the first attempt to open a session takes the whole time.
          if method == "PUT" { break }
        }
      }
      throw .noCredentials("\(name) \(failure)")
    }

    /// Makes an attempt.
    ///
    /// The time limit of the client ends with the head of an answer; this one includes the body.
    private func answer(
      _ method: String, _ url: String, _ headers: [(String, String)]
    ) async throws -> (status: UInt, body: [UInt8]) {
      var request = HTTPClientRequest(url: url)
      request.method = HTTPMethod(rawValue: method)
      for header in headers { request.headers.add(name: header.0, value: header.1) }
      return try await withThrowingTaskGroup(of: (status: UInt, body: [UInt8]).self) { group in
        group.addTask { [request] in try await Self.answer(to: request, within: timeout) }
        group.addTask {
          try await Task.sleep(for: timeout)
          throw HTTPClientError.deadlineExceeded
        }
        defer { group.cancelAll() }
        return try await group.next() ?? (0, [])
      }
    }

    private static func answer(
      to request: HTTPClientRequest, within timeout: Duration
    ) async throws -> (status: UInt, body: [UInt8]) {
      let nanoseconds = Int64(timeout / .nanoseconds(1))
      let response = try await client.execute(request, timeout: .nanoseconds(nanoseconds))
      guard response.status == .ok else { return (response.status.code, []) }
      return (200, Array(try await response.body.collect(upTo: limit).readableBytesView))
    }
  }
#endif
