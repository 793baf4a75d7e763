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
/// Credentials are found as for stores, before the first object. `AWS_ENDPOINT_URL_S3` or `AWS_ENDPOINT_URL` names the
/// service, that of Amazon by default; `AWS_REGION` or `AWS_DEFAULT_REGION` the region, `us-east-1` by default.
package actor ObjectReader {
  /// An object that was read, as a whole or in part.
  package struct Content: Sendable {
    package let bytes: [UInt8]
    /// The number of bytes of the object.
    package let byteCount: Int
    /// What distinguishes this version of it from others, `nil` if its service does not tell it.
    package let version: String?
    /// What its service calls this version, to read more of the same.
    package let tag: String?
  }

  private let environment: [String: String]

  /// Creates a reader; nothing is connected yet.
  ///
  /// - Parameter environment: The environment variables.
  package init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
  }

  #if ObjectStorage
    private var found: Task<Result<CredentialProvider, PageStoreError>, Never>?
    /// Whether the last request has found no service: others are then not repeated.
    private var isAway = false

    /// Reads an object.
    ///
    /// - Parameters:
    ///   - location: The object.
    ///   - range: The bytes to read, not empty; all by default.
    ///   - tag: The version to read, any by default.
    ///   - limit: The maximum number of bytes.
    /// - Returns: The bytes, and what the service says of the object.
    /// - Throws: `ObjectReadingError`.
    package func content(
      of location: ObjectLocation, in range: Range<Int>? = nil, tag: String? = nil, limit: Int
    ) async throws(ObjectReadingError) -> Content {
      let piece = try await asking(location) { objects throws(ObjectStoreError) in
        try await objects.piece(of: location.key, in: range, tag: tag, limit: limit)
      }
      guard let (bytes, facts) = piece else { throw .missing }
      return Content(
        bytes: bytes, byteCount: facts.byteCount, version: facts.version, tag: facts.tag)
    }

    /// Returns what distinguishes the present version of an object from others, `nil` if that is not known or if there
    /// is no object.
    package func version(
      of location: ObjectLocation
    ) async throws(ObjectReadingError) -> String? {
      try await asking(location) { objects throws(ObjectStoreError) in
        try await objects.facts(of: location.key)
      }?.version
    }

    private func asking<Value: Sendable>(
      _ location: ObjectLocation,
      _ body: @Sendable (ObjectStore) async throws(ObjectStoreError) -> Value
    ) async throws(ObjectReadingError) -> Value {
      let objects: ObjectStore
      do throws(PageStoreError) {
        objects = try await self.objects(in: location)
      } catch {
        throw ObjectReadingError(error)
      }
      do throws(ObjectStoreError) {
        let value = try await body(objects)
        isAway = false
        return value
      } catch {
        let error = ObjectReadingError(error)
        if case .unreachable = error { isAway = true }
        throw error
      }
    }

    private func objects(in location: ObjectLocation) async throws(PageStoreError) -> ObjectStore {
      try OpenFileLimit.require()
      let region = variable("AWS_REGION", "AWS_DEFAULT_REGION") ?? "us-east-1"
      return ObjectStore(
        ObjectStoreConfiguration(
          endpoint: try endpoint(region), bucket: location.bucket, region: region,
          attemptLimit: isAway ? 1 : 10),
        credentials: try await credentials())
    }

    /// The address of the service; a wrong one is not repeated, because it may contain a password.
    private func endpoint(_ region: String) throws(PageStoreError) -> String {
      let names = ["AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"]
      guard let name = names.first(where: { variable($0) != nil }), let text = variable(name) else {
        return "https://s3.\(region).amazonaws.com"
      }
      guard ObjectStoreConfiguration.isEndpoint(text) else {
        throw .unfitLocation(reason: "\(name) is not 'https://HOST' or 'http://HOST:PORT'")
      }
      return text
    }

    private func variable(_ names: String...) -> String? {
      names.lazy.compactMap { self.environment[$0] }.first { !$0.isEmpty }
    }

    /// Looks for credentials once.
    private func credentials() async throws(PageStoreError) -> CredentialProvider {
      let task =
        found
        ?? Task { [environment] in
          do throws(PageStoreError) {
            return .success(try await CredentialProvider.found(environment))
          } catch {
            return .failure(error)
          }
        }
      found = task
      return try await task.value.get()
    }
  #else
    private static let absence = ObjectReadingError.unusable(
      reason: "the program was built without the trait ObjectStorage")

    package func content(
      of location: ObjectLocation, in range: Range<Int>? = nil, tag: String? = nil, limit: Int
    ) async throws(ObjectReadingError) -> Content {
      throw Self.absence
    }

    package func version(
      of location: ObjectLocation
    ) async throws(ObjectReadingError) -> String? {
      throw Self.absence
    }
  #endif
}

#if ObjectStorage
  extension ObjectFacts {
    /// What distinguishes a version from others: tags of some services do not alone.
    fileprivate var version: String? {
      tag.map { "\($0) \(byteCount) \(modified ?? "")" }
    }
  }
#endif

/// Why an object could not be read, after all attempts.
package enum ObjectReadingError: Error, Hashable, Sendable {
  /// There is no such object.
  case missing
  /// The object is longer than the caller accepts.
  case tooLong(limit: Int)
  /// The service denies access to this object, or has no such bucket.
  case inaccessible(reason: String)
  /// No object can be read: the service is elsewhere, or its credentials are wrong or missing; or the program was built
  /// without a client for it.
  case unusable(reason: String)
  /// The service did not answer as it should, or is overloaded.
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

  #if ObjectStorage
    init(_ error: ObjectStoreError) {
      switch error {
      // What is refused without a body has no code. Who may not list a bucket is not told that there is no object.
      case .refused(403, "AccessDenied"), .refused(403, ""):
        self = .inaccessible(
          reason: "the object store denies access to it, or has none of this name (403)")
      case .refused(404, "NoSuchBucket"):
        self = .inaccessible(reason: "the object store has no such bucket")
      default: self.init(ObjectBlobs.storeError(error))
      }
    }
  #endif
}
