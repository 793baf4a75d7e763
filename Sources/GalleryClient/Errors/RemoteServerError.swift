// SPDX-License-Identifier: Apache-2.0

public import PageGallery

/// The reason why a call of a ``RemoteServer`` failed.
///
/// A gallery gets it as the text of `PageSourceError.other`, except for errors that
/// `PageSourceError` has a case for.
public enum RemoteServerError: Error, Hashable, Sendable {
  /// The URL of the server is not one of `http` or `https` without query and fragment.
  case invalidURL(String)

  /// The access token contains other characters than visible ones of ASCII.
  case invalidToken

  /// The request cannot be sent, for a reason that the text names.
  case invalidRequest(String)

  /// The server has reported an error.
  case problem(RemoteProblem)

  /// The server answered with a status that the interface does not have here, without a reason:
  /// it may not be a gallery server.
  case unexpectedStatus(Int)

  /// The response breaks a rule of the interface, which the text names.
  case malformedResponse(String)

  /// A response or an event is longer than the limit, in bytes.
  case tooLarge(limit: Int)

  /// A change of an event stream does not follow the previous one.
  case disorderedRevision(after: Int, found: Int)

  /// There was no complete response in time. Whether an edit was made is unknown.
  case timedOut(after: Duration)

  /// Nothing arrived on the connection for the time: it is dead.
  case silent(for: Duration)

  /// The connection could not be made, or was lost. Whether an edit was made is unknown.
  case disconnected(ForeignError)

  /// The server ended a stream of events, for example because it shuts down.
  case endedStream

  /// The task was cancelled.
  case cancelled
}

extension RemoteServerError: CustomStringConvertible {
  /// The error as one English sentence.
  public var description: String {
    switch self {
    case .invalidURL(let url):
      "\"\(url)\" is not the URL of a server; it begins with http or https."
    case .invalidToken: "The access token contains characters that cannot be sent."
    case .invalidRequest(let reason): "The request cannot be sent: \(reason)"
    case .problem(let problem): problem.description
    case .unexpectedStatus(let status):
      "The server answered with status \(status); it may not be a gallery server."
    case .malformedResponse(let reason): "The server's response cannot be used: \(reason)"
    case .tooLarge(let limit): "The server's response is longer than \(limit) bytes."
    case .disorderedRevision(let last, let found):
      "The server reported revision \(found) after revision \(last)."
    case .timedOut(let time): "The server did not answer within \(time)."
    case .silent(let time): "Nothing arrived from the server for \(time)."
    case .disconnected(let cause): "The connection to the server failed: \(cause)"
    case .endedStream: "The server ended the stream of changes."
    case .cancelled: "The call was cancelled."
    }
  }
}

extension RemoteServerError {
  /// Whether the request may have reached the server, but its response did not arrive.
  var isLoss: Bool {
    switch self {
    case .timedOut, .silent, .disconnected: true
    default: false
    }
  }

  /// The code of the problem, `nil` if the server has reported none.
  var code: String? {
    if case .problem(let problem) = self { problem.code } else { nil }
  }
}
