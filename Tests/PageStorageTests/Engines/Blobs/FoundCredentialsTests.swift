// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import ObjectStorage
  import Testing

  @testable import PageStorage

  /// The order in which a store looks for credentials of its object store.
  struct FoundCredentialsTests {
    private let folder: TestFolder
    private var file: String { folder.path + "/credentials" }

    init() throws { folder = try TestFolder() }

    private func key(_ environment: [String: String]) async throws -> String {
      try await CredentialProvider.found(environment).credentials().accessKey
    }

    @Test func theEnvironmentIsBeforeTheFileAndTheFileBeforeAService() async throws {
      try Data("[default]\naws_access_key_id=file\naws_secret_access_key=s\n".utf8)
        .write(to: URL(fileURLWithPath: file))
      var environment = [
        "AWS_ACCESS_KEY_ID": "environment", "AWS_SECRET_ACCESS_KEY": "s",
        "AWS_SHARED_CREDENTIALS_FILE": file,
        "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/",
      ]
      #expect(try await key(environment) == "environment")
      environment["AWS_SECRET_ACCESS_KEY"] = ""
      #expect(try await key(environment) == "file")
      environment["AWS_PROFILE"] = "other"
      await #expect(
        throws: PageStoreError.unreachable(
          reason: "the object store: the metadata service of the container cannot be reached")
      ) { try await key(environment) }
    }

    @Test(arguments: [
      (["AWS_EC2_METADATA_DISABLED": "true"], "credentials file"),
      (
        ["AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://127.0.0.1:1"],
        "of the machine cannot be reached"
      ),
      (["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://x.example"], "FULL_URI is neither encrypted"),
    ])
    func whatIsMissingIsTold(environment: [String: String], text: String) async throws {
      let error = await #expect(throws: PageStoreError.self) {
        try await key(environment.merging(["AWS_SHARED_CREDENTIALS_FILE": file]) { $1 })
      }
      guard case .unfitLocation(let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.hasPrefix("set AWS_ACCESS_KEY_ID") && reason.contains(text), "\(reason)")
    }
  }
#endif
