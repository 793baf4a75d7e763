// SPDX-License-Identifier: Apache-2.0

/// The values of `Cache-Control`.
enum CachePolicy: String, Sendable {
  /// For images whose URL has the key of their content.
  case immutable = "private, max-age=31536000, immutable"
  /// For files of the viewer, whose path has the hash of their content.
  case asset = "public, max-age=31536000, immutable"
  /// For content that is revalidated with its entity tag.
  case revalidated = "private, no-cache"
  /// For HTML.
  case html = "no-cache"
  /// For errors and everything that has no validator.
  case never = "no-store"
  /// For event streams.
  case stream = "no-store, no-transform"
}

/// The values of `Content-Security-Policy`.
enum ContentSecurity {
  /// For the pages of the server.
  ///
  /// Scripts, styles and the model come from the server itself, and nothing stands within the page. The
  /// forms work without scripts. Pictures may come from the browser's own memory (`blob:`).
  static let page =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    + "img-src 'self' blob:; connect-src 'self'; base-uri 'none'; form-action 'self'; "
    + "frame-ancestors 'none'"

  /// For content that users supplied.
  static let userContent = "default-src 'none'; sandbox"
}
