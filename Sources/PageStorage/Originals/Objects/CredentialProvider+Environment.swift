// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage

  import FoundationEssentials
  import ObjectStorage

  extension CredentialProvider {
    /// Finds credentials as other clients of Amazon's do: in the environment, in the shared credentials file, at the
    /// service of the container, and at that of the virtual machine.
    ///
    /// A service is asked at once, so that a mistake ends the start of a program.
    ///
    /// - Parameter environment: The environment variables.
    /// - Returns: The credentials.
    /// - Throws: `PageStoreError.unfitLocation` if there are none, `.unreachable` if the service of the container has
    ///   none now.
    static func found(
      _ environment: [String: String]
    ) async throws(PageStoreError) -> CredentialProvider {
      if let found = ObjectStoreCredentials.inEnvironment(environment) ?? inFile(environment) {
        return CredentialProvider(found)
      }
      let service: MetadataService?
      do throws(ObjectStoreError) {
        service = try MetadataService.found(in: environment)
      } catch {
        throw missing(error)
      }
      guard let service else { throw missing(nil) }
      let provider = CredentialProvider(service)
      do throws(ObjectStoreError) {
        _ = try await provider.credentials()
      } catch {
        if case .machine = service { throw missing(error) }
        throw ObjectBlobs.storeError(error)
      }
      return provider
    }

    private static func inFile(_ environment: [String: String]) -> ObjectStoreCredentials? {
      let path =
        environment["AWS_SHARED_CREDENTIALS_FILE"]
        ?? (environment["HOME"] ?? "") + "/.aws/credentials"
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
      return .inFile(text, profile: environment["AWS_PROFILE"] ?? "default")
    }

    private static func missing(_ error: ObjectStoreError?) -> PageStoreError {
      var reason = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write a credentials file"
      if case .noCredentials(let detail) = error { reason += "; \(detail)" }
      return .unfitLocation(reason: reason)
    }
  }
#endif
