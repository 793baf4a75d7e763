// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import Testing

  @testable import ObjectStorage

  /// The service that environment variables name.
  @Suite struct MetadataServiceTests {
    private let relative = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
    private let full = "AWS_CONTAINER_CREDENTIALS_FULL_URI"

    @Test func containersAreBeforeMachines() throws {
      #expect(
        try MetadataService.found(in: [relative: "/v2/credentials/1", full: "https://x.example/"])
          == .container(url: "http://169.254.170.2/v2/credentials/1", token: .none))
      #expect(
        try MetadataService.found(in: [relative: "", full: "https://x.example/a?b"])
          == .container(url: "https://x.example/a?b", token: .none))
      #expect(try MetadataService.found(in: [:]) == .machine(url: "http://169.254.169.254"))
      #expect(
        try MetadataService.found(in: [
          "AWS_EC2_METADATA_SERVICE_ENDPOINT": "http://[fd00:ec2::254]"
        ])
          == .machine(url: "http://[fd00:ec2::254]"))
      #expect(try MetadataService.found(in: ["AWS_EC2_METADATA_DISABLED": "True"]) == nil)
    }

    @Test func theFileOfATokenIsBeforeTheToken() throws {
      var environment = [full: "http://127.0.0.1:1/x", "AWS_CONTAINER_AUTHORIZATION_TOKEN": "t"]
      let url = "http://127.0.0.1:1/x"
      #expect(
        try MetadataService.found(in: environment) == .container(url: url, token: .value("t")))
      environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] = "/f"
      #expect(
        try MetadataService.found(in: environment) == .container(url: url, token: .file("/f")))
    }

    @Test(arguments: [
      "http://localhost/x", "http://127.1.2.3/", "http://[::1]:80/", "http://169.254.170.2/",
      "http://169.254.170.23/v1/credentials", "http://[fd00:ec2::23]/", "HTTPS://any.example/",
    ])
    func theseAreTrusted(url: String) throws {
      #expect(
        try MetadataService.found(in: [full: url]) == .container(url: url, token: .none))
    }

    @Test(arguments: [
      "http://any.example/", "http://169.254.169.254/", "http://127.0.0.1.any.example/",
      "http://127.0.0/", "http://localhost.any.example/", "http://localhost@any.example/",
      "http://any.example#@localhost/", "https://user:SECRET@any.example/", "ftp://localhost/",
      "localhost", "/x", "http:///x", "http://0x7f.0.0.1/", "http://127.0.0.256/",
      "http://localhost/\r\nx: y", "https://",
    ])
    func theseAreNot(url: String) {
      let error = #expect(throws: ObjectStoreError.self) {
        try MetadataService.found(in: [full: url])
      }
      #expect(!"\(String(describing: error))".contains("SECRET"))
    }

    @Test(arguments: ["@any.example/x", "x", ".any.example/", "/x\r\ny: z", ":80/x"])
    func aRelativeURIIsAPath(path: String) {
      #expect(throws: ObjectStoreError.self) {
        try MetadataService.found(in: [relative: path])
      }
    }
  }
#endif
