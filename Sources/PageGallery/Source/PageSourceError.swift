// SPDX-License-Identifier: Apache-2.0

public import GalleryModel
public import PageStorage

/// The reason why a ``PageSource`` could not do what it was asked for.
///
/// A gallery distinguishes ``gone``, which closes it, and ``conflict(version:)``, after which it makes its
/// change anew; everything else ends the edit, or is a loss from which the gallery tries to recover.
public enum PageSourceError: Error, Hashable, Sendable {
  /// The pages are gone for good; galleries that show them are closed.
  case gone

  /// The pages have another version than the one that a change was made for.
  case conflict(version: Int)

  /// The change does not fit the pages.
  case invalidChange(UpdateError)

  /// A page is inserted that the source has never seen: its bytes were not staged, and it is not in the
  /// trash.
  case unstagedPage(PageID)

  /// The source cannot turn pages.
  case unsupportedRotation

  /// The source does not keep deleted pages.
  case unsupportedRestoration

  /// The store that keeps the pages has failed.
  case store(PageStoreError)

  /// A source of another kind has failed in its own way.
  case other(ForeignError)

  /// Creates the error that stands for another one.
  ///
  /// A source of your own wraps with it what it cannot throw as it is:
  ///
  /// ```swift
  /// func wrapped<Value>(
  ///   _ call: () async throws -> Value
  /// ) async throws(PageSourceError) -> Value {
  ///   do { return try await call() } catch { throw PageSourceError(error) }
  /// }
  /// ```
  ///
  /// - Parameter error: Any error. A `PageSourceError` stays itself, a `PageStoreError` becomes
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
  /// One sentence in plain English.
  public var description: String {
    switch self {
    case .gone: "The pages are gone for good."
    case .conflict(let version):
      "Somebody else has changed the pages; they have version \(version)."
    case .invalidChange(let error): error.description
    case .unstagedPage(let page):
      "Page \(page) was not staged here, and is not in the trash of the document."
    case .unsupportedRotation: "The owner of the pages cannot turn them."
    case .unsupportedRestoration: "The owner of the pages cannot bring them back."
    case .store(let error): error.description
    case .other(let error): error.description
    }
  }
}

/// An error that this library does not know, with its text.
///
/// Two are equal if their texts are.
public struct ForeignError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The error itself, `nil` if this one was decoded.
  public let error: (any Error)?

  /// The text of the error.
  public let description: String

  /// Keeps an error.
  ///
  /// - Parameter error: The error.
  public init(_ error: any Error) {
    self.error = error
    description = "\(error)"
  }

  /// Creates an error of which only the text is known.
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
