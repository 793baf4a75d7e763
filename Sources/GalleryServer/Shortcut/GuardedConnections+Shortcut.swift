// SPDX-License-Identifier: Apache-2.0

public import HummingbirdCore
public import Logging

extension GuardedConnections {
  /// Returns the builder of a server whose thumbnails in memory are sent without a task.
  ///
  /// - Parameters:
  ///   - server: The server, which is also the responder of the application.
  ///   - logger: The logger of such requests.
  /// - Returns: The builder.
  public func server(of server: GalleryServer, logger: Logger) -> HTTPServerBuilder {
    let shortcut = ThumbnailShortcut(server)
    return self.server(with: { [ShortcutHandler(shortcut, logger: logger)] })
  }
}
