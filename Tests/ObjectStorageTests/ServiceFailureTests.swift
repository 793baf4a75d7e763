// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import AsyncHTTPClient
  import Foundation
  import Testing

  @testable import ObjectStorage

  /// Reasons in words, not in the names of a library.
  struct ServiceFailureTests {
    private func reason(_ endpoint: String) async -> String? {
      let store = ObjectStore(
        ObjectStoreConfiguration(endpoint: endpoint, bucket: "b", attemptLimit: 1),
        credentials: ObjectStoreCredentials(accessKey: "a", secretKey: "s"))
      do {
        _ = try await store.byteCount(of: "k")
        return nil
      } catch ObjectStoreError.unreachable(let reason) {
        return reason
      } catch {
        return "\(error)"
      }
    }

    @Test func aClosedPortIsNamed() async throws {
      let server = try ScriptedServer([.close])
      let port = server.port
      #expect(await reason("http://127.0.0.1:\(port)") == "the connection was lost")
      // Port 1 has no server on any machine that runs tests.
      #expect(await reason("http://127.0.0.1:1") == "it takes no connection (Connection refused)")
      let named = await reason("http://localhost:1")
      #expect(named?.hasSuffix("(Connection refused)") == true, "\(named ?? "")")
    }

    @Test func anUnknownNameIsNamed() async {
      let found = await reason("http://missing.invalid:80")
      #expect(found?.hasPrefix("no connection to missing.invalid:80 (") == true, "\(found ?? "")")
    }

    @Test func whatDoesNotSpeakTLSIsToldApart() async throws {
      let server = try ScriptedServer([.status(200)])
      #expect(await reason("https://127.0.0.1:\(server.port)")?.contains("NIO") == false)
    }

    @Test(arguments: [
      (HTTPClientError.invalidURL, "its address is not one of HTTP"),
      (.readTimeout, "it does not answer in time"),
      (.connectTimeout, "it takes no connection in time"),
      (.remoteConnectionClosed, "the connection was lost"),
    ])
    func errorsOfTheClientHaveWords(error: HTTPClientError, expected: String) {
      #expect(ServiceFailure.reason(error) == expected)
    }
  }
#endif
