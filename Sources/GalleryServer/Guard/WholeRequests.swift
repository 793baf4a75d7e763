// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Answers some requests from their bytes, on the event loop of their connection.
///
/// A ``ConnectionGuard`` offers it each read that is exactly one acceptable request, while no other request
/// of the connection waits for its response.
protocol WholeRequests: AnyObject {
  /// Returns the whole response to a request.
  ///
  /// - Parameter request: The bytes of the request.
  /// - Returns: The bytes of the response, after which the connection stays open; `nil` if the request takes
  ///   the ordinary way.
  func response(to request: ByteBuffer) -> ByteBuffer?
}
