// SPDX-License-Identifier: Apache-2.0

import HTTPTypes

/// The codes of problem documents: those of the libraries, and those of the protocol.
///
/// The raw value is part of the contract, in `code` and in the path of the explaining page.
enum ProblemCode: String, CaseIterable, Sendable {
  // The page store.
  case notFound, conflict, invalidChange, refused, otherDigest, limitExceeded, streamFailed, locked
  case busy, full, readOnly, corrupted, keyReused, outcomeUnknown
  // The protocol.
  case malformed, noHost, misdirected, crossSite, unauthorized, forbidden, methodNotAllowed
  case unsupportedMediaType, rangeNotSatisfiable, preconditionRequired, draining, unavailable
  case tooManyStreams, tooManyFailures, keyInProgress
  case expectationFailed
  // The connection.
  case slowRequest, headerTooLarge, notImplemented, tooManyConnections
  // Uploads.
  case tooManyUploads, uploadConflict, uploadInUse, unknownUpload, usedUpload
  // Everything else.
  case internalError

  /// The status of the response.
  var status: HTTPResponse.Status {
    switch self {
    case .notFound: .notFound
    case .conflict: .preconditionFailed
    case .invalidChange, .refused, .otherDigest, .keyReused: .unprocessableContent
    case .keyInProgress: .conflict
    case .limitExceeded: .contentTooLarge
    case .malformed, .noHost, .streamFailed: .badRequest
    case .locked, .busy, .draining, .unavailable, .tooManyStreams: .serviceUnavailable
    case .outcomeUnknown: .gatewayTimeout
    case .full: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    case .readOnly, .crossSite, .forbidden: .forbidden
    case .corrupted, .internalError: .internalServerError
    case .misdirected: .misdirectedRequest
    case .unauthorized: .unauthorized
    case .methodNotAllowed: .methodNotAllowed
    case .unsupportedMediaType: .unsupportedMediaType
    case .rangeNotSatisfiable: .rangeNotSatisfiable
    case .preconditionRequired: .preconditionRequired
    case .tooManyFailures: .tooManyRequests
    case .expectationFailed: .expectationFailed
    case .slowRequest: .requestTimeout
    case .headerTooLarge: .requestHeaderFieldsTooLarge
    case .notImplemented: .notImplemented
    case .tooManyConnections: .serviceUnavailable
    case .tooManyUploads: .tooManyRequests
    case .uploadConflict, .uploadInUse: .conflict
    case .unknownUpload, .usedUpload: .unprocessableContent
    }
  }

  /// The title of the problem, the same for every occurrence.
  var title: String {
    switch self {
    case .notFound: "Not found"
    case .conflict: "The document has changed"
    case .invalidChange: "The change does not fit the document"
    case .refused: "The image was refused"
    case .otherDigest: "The bytes have another digest"
    case .limitExceeded: "Too large"
    case .streamFailed: "The request body is incomplete"
    case .locked: "The store is locked"
    case .busy: "Too many requests are waiting"
    case .full: "The disk is full"
    case .readOnly: "The store is read-only"
    case .corrupted: "Stored data are damaged"
    case .malformed: "The request is malformed"
    case .noHost: "The Host header is missing or repeated"
    case .misdirected: "The request is for another server"
    case .crossSite: "The request comes from another site"
    case .unauthorized: "Authentication is required"
    case .forbidden: "Not permitted"
    case .methodNotAllowed: "The method is not allowed"
    case .unsupportedMediaType: "The body has an unsupported type"
    case .rangeNotSatisfiable: "The range is outside the content"
    case .preconditionRequired: "If-Match is required"
    case .draining: "The server is shutting down"
    case .outcomeUnknown: "The change may have been made"
    case .unavailable: "The server is not ready"
    case .tooManyStreams: "Too many event streams"
    case .tooManyFailures: "Too many wrong credentials"
    case .expectationFailed: "The expectation cannot be met"
    case .slowRequest: "The request arrived too slowly"
    case .headerTooLarge: "The header is too large"
    case .notImplemented: "The method is not implemented"
    case .tooManyConnections: "Too many connections"
    case .tooManyUploads: "Too many uploads are waiting"
    case .uploadConflict: "The upload has other bytes"
    case .uploadInUse: "The upload is in use"
    case .unknownUpload: "The upload does not exist"
    case .usedUpload: "The upload was used"
    case .keyReused: "The key was used for another request"
    case .keyInProgress: "A request with this key is running"
    case .internalError: "Internal error"
    }
  }
}
