// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Answers some requests from their bytes, on the event loop of their connection.
///
/// A ``ConnectionGuard`` offers it reads while no other request of the connection waits for its response.
protocol WholeRequests: AnyObject {
  /// Returns the whole response to a request.
  ///
  /// The guard has not looked at the bytes. They are answered only if they are exactly one request without
  /// content, which differs from one that was passed earlier in nothing but characters of its path.
  ///
  /// - Parameter request: The bytes of one read, which begin where a request ends.
  /// - Returns: The bytes of the response, after which the connection stays open; `nil` if they take the
  ///   ordinary way.
  func response(to request: ByteBuffer) -> ByteBuffer?

  /// Notes a read that is exactly one acceptable request, and takes the ordinary way.
  ///
  /// - Parameter request: The bytes of the request.
  func pass(_ request: ByteBuffer)
}
