// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird

/// The files of the web viewer, which anybody may read: the sign-in page needs its styles.
///
/// They are the same for everybody and part of every copy of the program.
struct AssetOperations: Sendable {
  var operations: [Operation] {
    [
      .open("/assets/{hash}/{name}") { try await asset($0, path: ["name"]) },
      .open("/assets/{hash}/{folder}/{name}") { try await asset($0, path: ["folder", "name"]) },
    ]
  }

  /// Returns the file that some parameters name, one for each segment of its path.
  private func asset(_ call: Call, path: [String]) async throws -> Response {
    let bundle = ViewerBundle.shared
    guard call.parameter("hash") == bundle.hash, let file = bundle.file(path.map(call.parameter))
    else { throw Problem(.notFound, "This server has no such file of the viewer.") }
    let accepted = call.request.headers[.acceptEncoding] ?? ""
    let isEncoded = AcceptedCodings.includeGzip(accepted)
    // The path identifies the content, so that no hash of the bytes is needed.
    let tag = "\"\(bundle.hash)-\(file.name)\(isEncoded ? "-gzip" : "")\""
    var response = try await call.respond(tag: tag, policy: .asset) {
      Response(
        status: .ok, headers: [.contentType: file.mediaType],
        body: .init(sharing: isEncoded ? file.gzip : file.bytes))
    }
    response.headers[.vary] = "Accept-Encoding"
    if isEncoded, response.status == .ok { response.headers[.contentEncoding] = "gzip" }
    return response
  }
}
