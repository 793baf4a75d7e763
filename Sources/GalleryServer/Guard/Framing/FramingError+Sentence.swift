// SPDX-License-Identifier: Apache-2.0

extension FramingError {
  /// What the request breaks, for the client.
  var sentence: String {
    switch self {
    case .bareLineEnd: "A line of the request does not end with a carriage return and a line feed."
    case .malformedFrames: "The frames of the connection break a rule of HTTP/2."
    case .nul: "The header contains the character NUL."
    case .controlCharacter: "The header contains a control character."
    case .malformedRequestLine:
      "The first line is not a method, a target and HTTP/1.1 or HTTP/1.0, with one space between."
    case .tunnel: "The method CONNECT asks for a tunnel, and this server has none."
    case .unknownMethod:
      "The method is none that this server knows; methods are in capital letters, such as GET."
    case .unreadableRequest: "The target or another part of the request cannot be read."
    case .foldedLine: "A line of the header begins with a space or a tab."
    case .malformedFieldName: "A line of the header is not a name, a colon and a value."
    case .missingHost: "The header Host is missing."
    case .repeatedHost: "The header Host occurs more than once."
    case .malformedContentLength:
      "The header Content-Length is not a decimal number of at most 18 digits."
    case .repeatedContentLength: "The header Content-Length occurs more than once."
    case .contradictoryLength:
      "The request has both of the headers Content-Length and Transfer-Encoding."
    case .unsupportedTransferEncoding:
      "The header Transfer-Encoding is not exactly chunked, occurs more than once, or comes with HTTP/1.0."
    case .malformedChunk:
      "A chunk of the body has no hexadecimal size, or does not end where its size tells."
    case .longChunkExtensions: "The chunk extensions of the body are too long."
    case .forbiddenTrailer:
      "The trailer has Content-Length or Transfer-Encoding, which only a header may have."
    case .longHeader: "The header or the trailer of the request has too many bytes."
    case .tooManyFields: "The header of the request has too many fields."
    }
  }
}
