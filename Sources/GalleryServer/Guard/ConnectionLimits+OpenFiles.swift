// SPDX-License-Identifier: Apache-2.0

extension ConnectionLimits {
  /// The open files of a server without connections: its store, its libraries and its threads.
  private static let ownFileCount = 256

  /// The number of open files that all connections may need together with the server itself.
  ///
  /// A connection has its socket, and of each request in progress the bytes that arrive or the original that
  /// leaves. Connections with HTTP/2 have several requests: four of them may bring a body at a time.
  ///
  /// - Parameter offersHTTP2: Whether clients may use HTTP/2.
  /// - Returns: 256 files, and 3 or 8 for each connection.
  public func openFileCount(offersHTTP2: Bool) -> Int {
    Self.ownFileCount + Self.fileCount(offersHTTP2) * maximumConnectionCount
  }

  private static func fileCount(_ offersHTTP2: Bool) -> Int { offersHTTP2 ? 8 : 3 }

  /// Reduces ``maximumConnectionCount`` to what a limit of open files permits.
  ///
  /// A server that has no file left answers nobody: neither its clients, nor those who look at its health.
  ///
  /// - Parameters:
  ///   - count: The limit of open files of the process.
  ///   - offersHTTP2: Whether clients may use HTTP/2.
  /// - Returns: Whether at least one connection is possible; otherwise nothing is changed.
  public mutating func fit(openFileCount count: Int, offersHTTP2: Bool) -> Bool {
    let most = (count - Self.ownFileCount) / Self.fileCount(offersHTTP2)
    guard most > 0 else { return false }
    maximumConnectionCount = min(maximumConnectionCount, most)
    maximumConnectionCountPerAddress = maximumConnectionCountPerAddress.map { min($0, most) }
    return true
  }
}
