// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageStorage

/// The reason why a call of a ``PageSource`` failed.
///
/// A gallery handles two errors specially: ``gone`` closes it, and after
/// ``conflict(version:changes:)`` it rebases its change. Every other error ends the edit, or is a loss from which the gallery tries
/// to recover.
public enum PageSourceError: Error, Hashable, Sendable {
  /// The pages are permanently gone; galleries that show them are closed.
  case gone

  /// The pages have another version than the one that a change is based on.
  ///
  /// A source that knows all changes since then adds them, so that a gallery rebases its change
  /// without reading the pages.
  case conflict(version: Int, changes: [PageSourceChange] = [])

  /// The change does not fit the pages.
  case invalidChange(UpdateError)

  /// An inserted page is unknown to the source: its bytes were not staged, and it is not in the
  /// trash.
  case unstagedPage(PageID)

  /// The source cannot rotate pages.
  case unsupportedRotation

  /// The source does not keep deleted pages.
  case unsupportedRestoration

  /// The store that keeps the pages has failed.
  case store(PageStoreError)

  /// A source of another kind has failed.
  case other(ForeignError)

  /// Converts any error.
  ///
  /// Use it in your own source to wrap errors of other types:
  ///
  /// ```swift
  /// func wrapped<Value>(
  ///   _ call: () async throws -> Value
  /// ) async throws(PageSourceError) -> Value {
  ///   do { return try await call() } catch { throw PageSourceError(error) }
  /// }
  /// ```
  ///
  /// - Parameter error: Any error. A `PageSourceError` stays unchanged, a `PageStoreError` becomes
  ///   ``store(_:)``, an `UpdateError` ``invalidChange(_:)``, and anything else ``other(_:)``.
  public init(_ error: any Error) {
    self =
      switch error {
      case let error as Self: error
      case let error as PageStoreError: .store(error)
      case let error as UpdateError: .invalidChange(error)
      default: .other(ForeignError(error))
      }
  }
}

extension PageSourceError: CustomStringConvertible {
  /// The error as one English sentence.
  public var description: String {
    switch self {
    case .gone: "The pages were removed permanently."
    case .conflict(let version, _):
      "Another client changed the pages; the current version is \(version)."
    case .invalidChange(let error): error.description
    case .unstagedPage(let page):
      "Page \(page) was not staged by this source and is not in the document's trash."
    case .unsupportedRotation: "The owner of the pages does not support rotation."
    case .unsupportedRestoration: "The owner of the pages does not support restoring pages."
    case .store(let error): error.description
    case .other(let error): error.description
    }
  }
}

/// An error of a type unknown to this library, with its text.
///
/// Two errors are equal if their texts are equal.
public struct ForeignError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error itself, `nil` if this value was decoded.
  public let error: (any Error)?

  /// The text of the error.
  public let description: String

  /// Wraps an error.
  ///
  /// - Parameter error: The error.
  public init(_ error: any Error) {
    self.error = error
    description = "\(error)"
  }

  /// Creates an error from its text only.
  ///
  /// - Parameter description: The text.
  public init(description: String) {
    error = nil
    self.description = description
  }

  /// Whether two errors have the same text.
  public static func == (one: Self, other: Self) -> Bool { one.description == other.description }

  /// Hashes the text.
  ///
  /// - Parameter hasher: The hasher to use.
  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}
