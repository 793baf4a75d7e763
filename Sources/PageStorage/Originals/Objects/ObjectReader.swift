// SPDX-License-Identifier: Apache-2.0

import Foundation

#if ObjectStorage
  import ObjectStorage
#endif

/// Where an object is.
package struct ObjectLocation: Hashable, Sendable {
  package let bucket: String
  package let key: String

  package init(bucket: String, key: String) {
    (self.bucket, self.key) = (bucket, key)
  }
}

/// A reader of objects of any bucket, for programs that take pages from outside of stores.
///
/// Credentials are found as for stores. `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` names the service, that of Amazon
/// by default; `AWS_REGION` or `AWS_DEFAULT_REGION` the region, `us-east-1` by default. All calls wait on the caller's
/// thread, which may be one of those that run tasks.
package struct ObjectReader: Sendable {
  /// An object that was read, as a whole or in part.
  package struct Content: Sendable {
    package let bytes: [UInt8]
    /// The number of bytes of the object.
    package let byteCount: Int
    /// What its service calls this version of it, `nil` without a name.
    package let version: String?
  }

  #if ObjectStorage
    private let credentials: CredentialProvider
    private let endpoint: String
    private let region: String

    /// Finds credentials.
    ///
    /// - Parameter environment: The environment variables.
    /// - Throws: `ObjectReadingError.unusable` without credentials or without the engine, `.unreachable`.
    package init(
      environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ObjectReadingError) {
      credentials = try Self.waiting { () async throws(PageStoreError) in
        try await CredentialProvider.found(environment)
      }
      let value = { (names: [String]) in
        names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
      }
      region = value(["AWS_REGION", "AWS_DEFAULT_REGION"]) ?? "us-east-1"
      endpoint =
        value(["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]) ?? "https://s3.\(region).amazonaws.com"
    }

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - location: The object.
    ///   - range: The bytes to read, not empty; all by default.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes, and what the service says of the object.
    /// - Throws: `ObjectReadingError`.
    package func content(
      of location: ObjectLocation, in range: Range<Int>? = nil, limit: Int
    ) throws(ObjectReadingError) -> Content {
      let objects = objects(in: location)
      let piece = try Self.waiting { () async throws(PageStoreError) in
        try await ObjectBlobs.converting { () throws(ObjectStoreError) in
          try await objects.piece(of: location.key, in: range, limit: limit)
        }
      }
      guard let piece else { throw .missing }
      return Content(
        bytes: piece.bytes, byteCount: piece.byteCount ?? piece.bytes.count, version: piece.tag)
    }

    /// Returns what the service calls the present version of an object, `nil` if there is none.
    package func version(of location: ObjectLocation) throws(ObjectReadingError) -> String? {
      let objects = objects(in: location)
      return try Self.waiting { () async throws(PageStoreError) in
        try await ObjectBlobs.converting { () throws(ObjectStoreError) in
          try await objects.tag(of: location.key)
        }
      }
    }

    private func objects(in location: ObjectLocation) -> ObjectStore {
      ObjectStore(
        ObjectStoreConfiguration(endpoint: endpoint, bucket: location.bucket, region: region),
        credentials: credentials)
    }

    private static func waiting<Value: Sendable>(
      _ body: @escaping @Sendable () async throws(PageStoreError) -> Value
    ) throws(ObjectReadingError) -> Value {
      do {
        return try BlockingWork.waiting(on: BlockingWork.executor, body)
      } catch {
        throw ObjectReadingError(error)
      }
    }
  #else
    /// - Throws: `ObjectReadingError.unusable`: the program contains no client.
    package init(environment: [String: String] = [:]) throws(ObjectReadingError) {
      throw .unusable(reason: "the program was built without the trait ObjectStorage")
    }

    package func content(
      of location: ObjectLocation, in range: Range<Int>? = nil, limit: Int
    ) throws(ObjectReadingError) -> Content {
      throw .missing
    }

    package func version(of location: ObjectLocation) throws(ObjectReadingError) -> String? { nil }
  #endif
}

/// Why an object could not be read, after all attempts.
package enum ObjectReadingError: Error, Hashable, Sendable {
  /// There is no such object.
  case missing
  /// The object is longer than the caller accepts.
  case tooLong(limit: Int)
  /// The service denies access, or has no such bucket; or there are no credentials.
  case unusable(reason: String)
  /// The service did not answer, or is overloaded.
  case unreachable(reason: String)

  init(_ error: PageStoreError) {
    self =
      switch error {
      case .unfitLocation(let reason): .unusable(reason: reason)
      case .unreachable(let reason): .unreachable(reason: reason)
      case .limitExceeded(_, _, let allowed): .tooLong(limit: allowed)
      default: .unreachable(reason: error.description)
      }
  }
}
