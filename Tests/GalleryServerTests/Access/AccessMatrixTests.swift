// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import PageStorage
import Testing

@testable import GalleryServer

/// Every operation with every kind of credentials.
struct AccessMatrixTests {
  enum Credential: CaseIterable {
    case none, unknown, malformed, read, write, admin, restricted, expired, revoked
    case cookie, cookieOfThisPage, cookieOfThisOrigin, cookieOfOtherSite, cookieOfOtherOrigin
    case cookieOfReader, tokenOfOtherSite
  }

  /// Returns the code of the refusal, `nil` if the operation is reached.
  private func refusal(_ operation: Operation, _ credential: Credential) -> ProblemCode? {
    let isChange = operation.method != .get
    guard let scope = operation.scope else {
      return isChange
        && [.cookieOfOtherSite, .cookieOfOtherOrigin, .tokenOfOtherSite]
          .contains(credential)
        ? .crossSite : nil
    }
    switch credential {
    case .none, .unknown, .malformed, .expired, .revoked: return .unauthorized
    case .read: return scope > .read ? .forbidden : nil
    case .write, .tokenOfOtherSite: return scope > .write ? .forbidden : nil
    case .admin: return nil
    case .restricted: return operation.reach == .library ? .forbidden : nil
    case .cookieOfReader: return scope > .read ? .forbidden : nil
    case .cookieOfThisPage, .cookieOfThisOrigin: return scope > .write ? .forbidden : nil
    case .cookie, .cookieOfOtherSite, .cookieOfOtherOrigin:
      return scope > .write ? .forbidden : isChange ? .crossSite : nil
    }
  }

  private func fields(_ credential: Credential, _ tokens: TestTokens) async throws -> HTTPFields {
    switch credential {
    case .none: return [:]
    case .unknown: return TestTokens.bearer(AccessToken().text)
    case .malformed: return [.authorization: "Basic dXNlcjpwYXNz"]
    case .read: return TestTokens.bearer(try tokens.add(.read))
    case .write: return TestTokens.bearer(try tokens.add(.write))
    case .admin: return TestTokens.bearer(try tokens.add(.admin))
    case .restricted: return TestTokens.bearer(try tokens.add(.write, document: 1))
    case .expired: return TestTokens.bearer(try tokens.add(.admin, expiresAfter: 0))
    case .revoked:
      let (token, record) = try tokens.database.addToken(
        TokenGrant(scope: .admin), at: tokens.now)
      _ = try tokens.database.revokeToken(record.id, at: tokens.now)
      return TestTokens.bearer(token.text)
    case .tokenOfOtherSite:
      return TestTokens.bearer(try tokens.add(.write)) + [.fetchSite: "cross-site"]
    case .cookieOfReader:
      return try await tokens.cookie(try tokens.add(.read)) + [.fetchSite: "same-origin"]
    default:
      let evidence: [Credential: HTTPFields] = [
        .cookieOfThisPage: [.fetchSite: "same-origin"],
        .cookieOfThisOrigin: [.origin: "http://localhost"],
        .cookieOfOtherSite: [.fetchSite: "cross-site"],
        .cookieOfOtherOrigin: [.origin: "http://evil.example"],
      ]
      return try await tokens.cookie(try tokens.add(.write)) + (evidence[credential] ?? [:])
    }
  }

  @Test(arguments: Credential.allCases)
  func everyOperationChecksAccess(credential: Credential) async throws {
    let tokens = try TestTokens()
    _ = try tokens.add()
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      let document = try await server.document(pages: 1)
      let page = try await server.ids(of: document)[0]
      for operation in GalleryServer(store: server.store).routes.operations {
        let path = operation.path(document: document.rawValue, page: page)
        // A stream would not end.
        let method = path.hasSuffix("/events") ? .head : operation.method
        let answer = try await server.send(method, path, try await fields(credential, tokens))
        let expected = refusal(operation, credential)
        let comment: Comment = "\(operation.method) \(operation.pattern) \(credential)"
        if let expected {
          #expect(answer.status == expected.status.code, comment)
          if method != .head { #expect(answer.code == expected.rawValue, comment) }
        } else {
          let isSignIn = operation.pattern.description == "/session" && method == .post
          #expect(isSignIn ? answer.status == 415 : answer.status != 401, comment)
          let codes = ["forbidden", "crossSite", "tooManyFailures"]
          #expect(!codes.contains(answer.code ?? ""), comment)
        }
        tokens.advance(by: 61)
      }
    }
  }

  @Test func theContractNamesTheScopes() async throws {
    try await TestServer.run { server in
      let contract = ContractReader(try await server.get("/openapi.yaml").text)
      for operation in GalleryServer(store: server.store).routes.operations {
        let scope = operation.scope?.rawValue
        let security = scope.map { "[{token: [\($0)]}, {session: [\($0)]}]" } ?? "[]"
        let name = "\(operation.method.rawValue) \(operation.pattern)"
        #expect(contract.security[name] == security, "\(name)")
        // Whatever changes something, needs the permission to write.
        let isOwn = operation.reach == .client || scope == nil
        let isReading = operation.method == .get
        #expect(isOwn || isReading == (scope == "read" || scope == "admin"), "\(name)")
      }
    }
  }
}

extension HTTPFields {
  static func + (first: Self, second: Self) -> Self {
    var sum = first
    sum.append(contentsOf: second)
    return sum
  }
}
