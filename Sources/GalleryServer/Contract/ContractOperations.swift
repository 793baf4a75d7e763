// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The operations that describe the interface itself.
struct ContractOperations: Sendable {
  /// The path below which the server is mounted.
  let root: String

  var operations: [Operation] {
    [
      .open("/openapi.yaml", contract), .open("/docs", documentation).inTurns(),
      .open("/problems/{code}", problem),
    ]
  }

  static let contractBytes = PackageResources.openapi_yaml
  private static let contractTag = "\"\(HashText.of(contractBytes))\""

  @Sendable private func contract(_ call: Call) async throws -> Response {
    try await call.respond(tag: Self.contractTag, policy: .html) {
      Response(
        status: .ok, headers: [.contentType: "application/yaml"],
        body: .init(sharing: Self.contractBytes))
    }
  }

  private static let document = Result {
    try ContractDocument(String(decoding: contractBytes, as: UTF8.self))
  }

  @Sendable private func documentation(_ call: Call) async throws -> Response {
    .html(ContractPage(contract: try Self.document.get(), root: root).page)
  }

  @Sendable private func problem(_ call: Call) async throws -> Response {
    guard let code = ProblemCode(rawValue: call.parameter("code")) else {
      throw Problem(.notFound, "There is no such problem.")
    }
    return .html(ProblemPage.explanation(of: code, root: root))
  }
}
