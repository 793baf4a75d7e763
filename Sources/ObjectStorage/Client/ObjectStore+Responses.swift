// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import AsyncHTTPClient
  import NIOCore
  import NIOHTTP1

  extension ObjectStore {
    /// The maximum number of bytes of an error.
    private static let errorLimit = 64 << 10

    /// Sends a request once.
    ///
    /// - Parameters:
    ///   - request: The request, which is signed.
    ///   - key: The path of the request, for messages.
    ///   - range: The bytes that are wanted of an object, all by default.
    ///   - limit: The maximum number of bytes that are wanted.
    /// - Returns: The response, of any status.
    /// - Throws: `ObjectStoreError.unreachable`, `.tooLong`, `.cancelled`, `.unexpectedResponse`.
    func execute(
      _ request: HTTPClientRequest, key: String, _ range: Range<Int>?, _ limit: Int
    ) async throws(ObjectStoreError) -> Answer {
      do {
        let timeout = TimeAmount.nanoseconds(Int64(configuration.timeout / .nanoseconds(1)))
        let response = try await client.execute(request, timeout: timeout)
        let body =
          request.method == .HEAD
          ? ArrivingBody(wanted: 0..<0, limit: 0, time: .zero)
          : try await read(response, key: key, range, limit)
        return Answer(
          status: Int(response.status.code), headers: response.headers,
          body: Array(body.bytes.readableBytesView), byteCount: body.byteCount)
      } catch let error as ObjectStoreError {
        throw error
      } catch {
        // The client has errors of its own for a cancelled task.
        throw Task.isCancelled ? .cancelled : .unreachable(ServiceFailure.reason(error))
      }
    }

    /// Reads what is wanted of the body of a response; the rest of it is given up.
    private func read(
      _ response: HTTPClientResponse, key: String, _ range: Range<Int>?, _ limit: Int
    ) async throws -> ArrivingBody {
      let isObject = [200, 206].contains(response.status.code)
      // Only a service that ignores the range sends other bytes.
      let range = response.status.code == 200 ? range : nil
      let announced = response.headers.first(name: "content-length").flatMap { Int($0) }
      if isObject, range == nil, let announced, announced > limit {
        throw ObjectStoreError.tooLong(key: key, limit: limit)
      }
      var body = ArrivingBody(
        wanted: isObject ? range : 0..<Self.errorLimit, limit: isObject ? limit : Self.errorLimit,
        time: configuration.timeout)
      for try await part in response.body {
        body.add(part)
        if body.isTooLong { throw ObjectStoreError.tooLong(key: key, limit: limit) }
        if body.isComplete, !isObject || announced != nil { break }
        if body.byteCount != announced, body.isTooSlow() {
          throw ObjectStoreError.unreachable("it sends the bytes of \(key) too slowly")
        }
      }
      if isObject, range != nil, let announced { body.note(byteCount: announced) }
      return body
    }
  }
#endif
