// SPDX-License-Identifier: Apache-2.0

/// The reasons for which the bytes of a connection are not requests that the server accepts.
///
/// Those of HTTP/2 have the same meaning, where it has the rule: `Host` is `:authority` as well.
///
/// The raw value is the `reason` of the problem document and the name of a counter.
public enum FramingError: String, Error, CaseIterable, Sendable {
  /// A line ends with a line feed only, or a carriage return is not followed by a line feed.
  case bareLineEnd
  /// A header contains NUL.
  case nul
  /// A header contains another control character.
  case controlCharacter
  /// The first line is not a method, a target and `HTTP/1.1` or `HTTP/1.0`, with a space between.
  case malformedRequestLine
  /// The method is CONNECT, after which a connection would carry another protocol.
  ///
  /// The response is 501, and not 405 as for other methods: the target of CONNECT is a host with a port and
  /// no resource, so that there are no methods for `Allow`, and the server implements it nowhere (RFC 9110,
  /// 9.1).
  case tunnel
  /// The method is none of those that the parser behind the guard knows, such as `get` and `FROB`.
  ///
  /// The response is 501: no address has the method (RFC 9110, 9.1). Over HTTP/2 it is 405 with `Allow`,
  /// because requests arrive there whatever their method.
  case unknownMethod
  /// The target is neither a path nor a URL nor an asterisk, or the parser behind the guard refuses the
  /// request for another reason.
  case unreadableRequest
  /// A line begins with a space or a tab: it continues the previous one.
  case foldedLine
  /// A field line has no colon, no name, or a byte in its name that is not allowed, such as a space
  /// before the colon.
  case malformedFieldName
  /// The field `Host` is missing.
  case missingHost
  /// The field `Host` is repeated.
  case repeatedHost
  /// `Content-Length` is not a decimal number, or above 10^18.
  case malformedContentLength
  /// `Content-Length` is repeated, even if the values are equal.
  case repeatedContentLength
  /// Both `Content-Length` and `Transfer-Encoding` are present.
  case contradictoryLength
  /// `Transfer-Encoding` is not exactly `chunked`, is repeated, or comes with HTTP/1.0.
  case unsupportedTransferEncoding
  /// The size of a chunk is not a hexadecimal number, or a chunk does not end after its size.
  case malformedChunk
  /// The chunk extensions of a body exceed their limit.
  case longChunkExtensions
  /// A trailer has `Content-Length` or `Transfer-Encoding` (RFC 9110, 6.5.1).
  case forbiddenTrailer
  /// A header or a trailer exceeds its limit in bytes.
  case longHeader
  /// A header and its trailer have too many fields.
  case tooManyFields
  /// The frames of a connection break a rule of HTTP/2, exceed a limit of its library, or waste work: for
  /// example resets, pings or parts of a header in large numbers. All of the connection ends.
  case malformedFrames
}
