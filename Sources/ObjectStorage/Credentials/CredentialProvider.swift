// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import FoundationEssentials

  /// The credentials of requests, renewed before they end.
  ///
  /// Ten minutes before the end others are asked for. If that fails, the old ones are used as long as they are valid,
  /// and the service is asked again after a minute.
  public actor CredentialProvider {
    /// The time after which a service that failed is asked again.
    private static let pause: TimeInterval = 60

    private let fetch: (@Sendable () async throws(ObjectStoreError) -> TemporaryCredentials)?
    private let now: @Sendable () -> Date
    private var held: TemporaryCredentials?
    private var nextAttempt = Date.distantPast
    /// The request that is being made, for all who wait.
    private var request: Task<Result<TemporaryCredentials, ObjectStoreError>, Never>?

    /// Creates a provider of credentials that never end.
    public init(_ credentials: ObjectStoreCredentials) {
      held = TemporaryCredentials(credentials: credentials, end: nil)
      fetch = nil
      now = { Date() }
    }

    /// Creates a provider of the credentials of a container or a virtual machine.
    public init(_ service: MetadataService) {
      self.init { () async throws(ObjectStoreError) in
        try await MetadataClient(service: service).credentials()
      }
    }

    init(
      now: @escaping @Sendable () -> Date = { Date() },
      fetch: @escaping @Sendable () async throws(ObjectStoreError) -> TemporaryCredentials
    ) {
      (self.fetch, self.now) = (fetch, now)
    }

    /// Returns credentials that are valid now.
    ///
    /// - Throws: `ObjectStoreError.noCredentials`.
    public func credentials() async throws(ObjectStoreError) -> ObjectStoreCredentials {
      let time = now()
      if let held, held.isValid(at: time), !held.isDue(at: time) || time < nextAttempt {
        return held.credentials
      }
      switch await renewed() {
      case .success(let new): return new.credentials
      case .failure(let error):
        guard let held, held.isValid(at: now()) else { throw error }
        return held.credentials
      }
    }

    /// Forgets credentials that a service has refused, so that others are asked for.
    ///
    /// - Parameter credentials: What the service has refused.
    /// - Returns: Whether there may be others.
    func forget(_ credentials: ObjectStoreCredentials) -> Bool {
      guard fetch != nil else { return false }
      guard held?.credentials == credentials else { return true }
      held = nil
      return true
    }

    private func renewed() async -> Result<TemporaryCredentials, ObjectStoreError> {
      guard let fetch else { return .failure(.noCredentials("the credentials have ended")) }
      if let request { return await request.value }
      // Not a part of the task that asks first: it may be cancelled while others wait.
      let task = Task {
        do throws(ObjectStoreError) {
          return Result<_, ObjectStoreError>.success(try await fetch())
        } catch {
          return .failure(error)
        }
      }
      request = task
      let result = await task.value
      request = nil
      switch result {
      case .success(let new): held = new
      case .failure: nextAttempt = now().addingTimeInterval(Self.pause)
      }
      return result
    }
  }
#endif
