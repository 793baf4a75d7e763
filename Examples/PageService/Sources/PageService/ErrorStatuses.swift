// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import PageGallery

/// A middleware that maps the libraries' errors to HTTP responses, in one place.
struct ErrorStatuses: RouterMiddleware {
  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any HTTPResponseError {
      throw error
    } catch {
      let status = Self.status(of: error)
      let headers: HTTPFields = status == .serviceUnavailable ? [.retryAfter: "1"] : [:]
      // Log server errors for the operator; do not expose their details to clients.
      guard status.code < 500 else {
        context.logger.error("\(request.method) \(request.uri.path): \(error)")
        throw HTTPError(status, headers: headers, message: status.reasonPhrase)
      }
      throw HTTPError(status, headers: headers, message: "\(error)")
    }
  }

  static func status(of error: any Error) -> HTTPResponse.Status {
    switch error {
    case let error as PageStoreError: status(of: error)
    case let error as GalleryEditError: status(of: error)
    case GalleryError.unknownPage: .notFound
    case is GalleryError: .badRequest
    case let error as PageSourceError: status(of: error)
    case let error as GalleryOpeningError: status(of: error)
    case let error as GalleryRestoreError: status(of: error)
    default: .internalServerError
    }
  }

  static func status(of error: PageStoreError) -> HTTPResponse.Status {
    switch error {
    case .notFound: .notFound
    case .conflict, .invalidChange: .conflict
    case .limitExceeded: .contentTooLarge
    case .refused: .unprocessableContent
    case .streamFailed: .badRequest
    case .locked, .busy, .closed, .cancelled: .serviceUnavailable
    case .full: HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage")
    case .readOnly: .forbidden
    default: .internalServerError
    }
  }

  static func status(of error: GalleryEditError) -> HTTPResponse.Status {
    switch error {
    case .rejected(.unknownPage): .notFound
    case .rejected(.queueFull): .serviceUnavailable
    case .rejected, .cancelled, .dependencyFailed, .sourceInconsistent: .conflict
    case .closed: .gone
    case .source(let error): status(of: error)
    }
  }

  static func status(of error: GalleryOpeningError) -> HTTPResponse.Status {
    switch error {
    case .source(let error): status(of: error)
    case .invalid: .badRequest
    }
  }

  static func status(of error: GalleryRestoreError) -> HTTPResponse.Status {
    switch error {
    case .otherDocument: .conflict
    case .noStoredDocument: .notFound
    case .opening(let error): status(of: error)
    }
  }

  static func status(of error: PageSourceError) -> HTTPResponse.Status {
    switch error {
    case .gone: .notFound
    case .conflict, .invalidChange, .unstagedPage: .conflict
    case .store(let error): status(of: error)
    case .unsupportedRotation, .unsupportedRestoration: .notImplemented
    case .other: .internalServerError
    }
  }
}
