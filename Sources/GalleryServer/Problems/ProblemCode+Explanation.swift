// SPDX-License-Identifier: Apache-2.0

extension ProblemCode {
  /// What the problem means and what a client can do, for the page at `/problems/{code}`.
  var explanation: String {
    switch self {
    case .notFound:
      "The document, the page or the address does not exist, was deleted, or is in the trash."
    case .conflict:
      "The document was changed since the revision in If-Match. The header ETag has the current revision. Read the changes, apply them, and send the request again with that revision."
    case .invalidChange:
      "An index or an identifier of the change is not one of the document at this revision, or two entries of the change contradict each other."
    case .refused:
      "The bytes begin like an image, but the image is malformed, not supported, or larger than the limits. The member error has the code and the facts."
    case .otherDigest: "The received bytes do not have the announced digest. Send them again."
    case .limitExceeded:
      "The request exceeds a limit. The member limit has its value, and found the size if it is known."
    case .streamFailed: "The connection failed before the whole body arrived. Send it again."
    case .locked:
      "Others change the store, and it was not the turn of this request in time. Retry after the time in Retry-After."
    case .outcomeUnknown:
      "The connection to a server of the store was lost while it made the change, and nobody can tell yet whether it was made. Send the request again with the same Idempotency-Key after the time in Retry-After; without a key, look first."
    case .busy:
      "Too many images are waiting to be made, or a connection of HTTP/2 has too many large responses that its client "
        + "does not read. Retry after the time in Retry-After."
    case .full:
      "The disk of the server is full. Reading and deleting still work; the operator has to make room."
    case .readOnly:
      "The store cannot be changed through this server: it was opened for reading, or its file system is read-only, perhaps after an error of its disk."
    case .corrupted:
      "Stored data differ from those that were written. The rest of the document stays available; the operator can verify and repair the store."
    case .malformed: "The request breaks a rule of the interface. The detail names the rule."
    case .noHost: "A request must have exactly one Host header."
    case .misdirected:
      "The server is not known under the name in the Host header. This protects it from web pages that reach it through a foreign name. The operator can configure further names."
    case .crossSite:
      "A request that changes something must come from a page of this server, or from a program that sends neither Origin nor Sec-Fetch-Site. A request with the cookie of a session must prove it, by one of these headers. A request with a token needs no proof."
    case .unauthorized:
      "The request needs a token that is neither expired nor revoked, as Authorization: Bearer, or the session of a browser that has signed in with one. The operator adds tokens."
    case .forbidden:
      "The token is valid, but does not permit this request: its scope is too small, or it is for one document only."
    case .methodNotAllowed: "The address exists, but not for this method. Allow lists its methods."
    case .unsupportedMediaType: "The body is not of a type that this address accepts."
    case .rangeNotSatisfiable:
      "The requested range lies outside the content. Content-Range has the length of the content."
    case .preconditionRequired:
      "This change needs the header If-Match with the revision that the client knows."
    case .draining: "The server is shutting down. Retry at another one, or after its restart."
    case .unavailable:
      "The store or its disk needs the attention of the operator. Other addresses may still work."
    case .tooManyStreams:
      "Too many clients follow documents. Retry after the time in Retry-After."
    case .tooManyFailures:
      "Too many requests with wrong credentials came from this address. Valid credentials are still accepted. Correct them, and retry after the time in Retry-After."
    case .expectationFailed: "The header Expect has a value other than 100-continue."
    case .slowRequest:
      "The header or the body of the request did not arrive in time, and the connection was closed. Send the request again."
    case .headerTooLarge:
      "The header of the request has too many bytes or too many fields, and the connection was closed. Cookies of other servers on this host may be the reason."
    case .notImplemented:
      "The server has no tunnels, at no address: the method CONNECT is for proxies. The connection was closed."
    case .tooManyConnections:
      "The address of the client has too many connections, and this one was closed. Use fewer, or retry after the time in Retry-After."
    case .tooManyUploads:
      "The client has too many uploads that are not in a document. Add them to documents, delete them, or wait: they are removed after a time, an hour by default."
    case .uploadConflict:
      "There is an upload with this UUID and other bytes. Choose another UUID."
    case .uploadInUse:
      "Another request with this upload is in progress. Retry after the time in Retry-After."
    case .unknownUpload:
      "An upload of the change was not received, was deleted, or has expired: some time after it was received, an hour by default, or when the server was restarted. The member uploads lists them. Send their bytes again."
    case .usedUpload:
      "An upload of the change was added to a document already. The members document and page name both. Send the bytes again under another UUID to add them once more."
    case .keyReused:
      "Within a day, this client has used the same Idempotency-Key for a request with another method, address, condition or body. Use a new key for each request, and the same one only to repeat it."
    case .keyInProgress:
      "The first request with this Idempotency-Key has not ended. Repeat the request after the time in Retry-After to get its response."
    case .internalError:
      "The server failed. The operator finds the cause in the log, under the request ID of this response."
    }
  }
}
