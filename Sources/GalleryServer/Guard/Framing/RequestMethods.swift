// SPDX-License-Identifier: Apache-2.0

/// The methods of requests over HTTP/1.1.
enum RequestMethods {
  /// The method in the preface of HTTP/2, whose version is refused, and not its method.
  static let preface = "PRI"

  /// The methods that the parser behind the guard reads, which are those that were registered when it was
  /// written; without CONNECT.
  static let known: Set<String> = [
    "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE",
    "ACL", "BIND", "CHECKOUT", "COPY", "LINK", "LOCK", "M-SEARCH", "MERGE", "MKACTIVITY",
    "MKCALENDAR", "MKCOL", "MOVE", "NOTIFY", "PROPFIND", "PROPPATCH", "PURGE", "QUERY", "REBIND",
    "REPORT", "SEARCH", "SOURCE", "SUBSCRIBE", "UNBIND", "UNLINK", "UNLOCK", "UNSUBSCRIBE",
  ]
}
