// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import GallerySharing
import NIOCore
import NIOHTTP1
import PageGallery

extension RemoteServer {
  /// Sends a request, and returns the response as soon as its header has arrived.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeout: The maximum time until then, that for requests by default; it includes the body of
  ///     the request.
  /// - Returns: The response.
  /// - Throws: ``RemoteServerError``, if there is no response.
  func open(
    _ request: RemoteRequest, within timeout: Duration? = nil
  ) async throws(RemoteServerError) -> HTTPClientResponse {
    var sent = HTTPClientRequest(url: url + request.target)
    sent.method = request.method
    sent.headers = request.fields
    if let token = configuration.token {
      sent.headers.replaceOrAdd(name: "authorization", value: "Bearer \(token)")
    }
    sent.body = request.body
    let limit = timeout ?? configuration.requestTimeout
    do {
      return try await client.execute(sent, deadline: .now() + TimeAmount(limit))
    } catch let error as HTTPClientError where error == .deadlineExceeded {
      throw .timedOut(after: limit)
    } catch {
      throw failure(error)
    }
  }

  /// Sends a request, and returns the complete response, whatever its status.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - timeout: The maximum time, that for requests by default.
  /// - Returns: The response.
  /// - Throws: ``RemoteServerError``, if there is no response.
  func exchange(
    _ request: RemoteRequest, within timeout: Duration? = nil
  ) async throws(RemoteServerError) -> RemoteResponse {
    let limit = timeout ?? configuration.requestTimeout
    do {
      return try await withThrowingTaskGroup(of: RemoteResponse?.self) { group in
        group.addTask { try await self.complete(self.open(request, within: limit)) }
        group.addTask {
          try await Task.sleep(for: limit)
          return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let response = first else {
          throw RemoteServerError.timedOut(after: limit)
        }
        return response
      }
    } catch {
      throw failure(error)
    }
  }

  /// Receives the body of a response.
  func complete(
    _ response: HTTPClientResponse
  ) async throws(RemoteServerError) -> RemoteResponse {
    do {
      return RemoteResponse(
        status: Int(response.status.code), fields: response.headers,
        bytes: try await response.body.collect(upTo: configuration.maximumResponseByteCount))
    } catch {
      throw failure(error)
    }
  }

  /// Sends a request that the server carries out only once, again if the response is lost or if the
  /// server asks for it.
  ///
  /// - Parameters:
  ///   - request: The request, with an idempotency key or naturally idempotent.
  ///   - timeout: The maximum time of each attempt, that for requests by default.
  /// - Returns: The response.
  /// - Throws: ``RemoteServerError``, if there is no response.
  func submit(
    _ request: RemoteRequest, within timeout: Duration? = nil
  ) async throws(RemoteServerError) -> RemoteResponse {
    let start = ContinuousClock.now
    var delays = ReconnectionDelay()
    while true {
      let isLast = ContinuousClock.now - start >= configuration.retryDuration
      var delay = delays.take(at: ContinuousClock.now - start)
      do throws(RemoteServerError) {
        let response = try await exchange(request, within: timeout)
        guard !isLast, let requested = response.retryDelay else { return response }
        delay = max(delay, requested)
        // Whoever waits longer than it wanted learns of the problem at once.
        guard ContinuousClock.now - start + delay <= configuration.retryDuration else {
          return response
        }
      } catch {
        guard !isLast, error.isLoss else { throw error }
      }
      do { try await Task.sleep(for: delay) } catch { throw .cancelled }
    }
  }

  /// Reads a value; a request that was sent on a connection that the server was closing is repeated.
  func read(_ request: RemoteRequest) async throws(RemoteServerError) -> RemoteResponse {
    do throws(RemoteServerError) {
      return try await exchange(request)
    } catch {
      guard case .disconnected(let cause) = error,
        cause.error as? HTTPClientError == .remoteConnectionClosed
      else { throw error }
      return try await exchange(request)
    }
  }
}

// MARK: - Errors

extension RemoteServer {
  /// Describes an error of a request or of the body of its response.
  func failure(_ error: any Error) -> RemoteServerError {
    switch error {
    case let error as RemoteServerError: return error
    case is CancellationError: return .cancelled
    case is NIOTooManyBytesError: return .tooLarge(limit: configuration.maximumResponseByteCount)
    case HTTPParserError.invalidEOFState: return .disconnected(ForeignError(error))
    case let error as HTTPParserError: return .malformedResponse("\(error).")
    case let error as HTTPClientError:
      switch error {
      case .cancelled: return .cancelled
      case .readTimeout, .writeTimeout: return .silent(for: configuration.silenceTimeout)
      case .connectTimeout: return .timedOut(after: configuration.connectionTimeout)
      case .deadlineExceeded: return .timedOut(after: configuration.requestTimeout)
      default: return .disconnected(ForeignError(error))
      }
    default: return .disconnected(ForeignError(error))
    }
  }
}
