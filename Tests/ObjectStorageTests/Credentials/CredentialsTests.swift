// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Testing

  @testable import ObjectStorage

  @Suite struct CredentialsTests {
    @Test func theEnvironmentNeedsBothKeys() {
      let both = ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "s"]
      #expect(
        ObjectStoreCredentials.inEnvironment(both) == .init(accessKey: "a", secretKey: "s"))
      #expect(
        ObjectStoreCredentials.inEnvironment(both.merging(["AWS_SESSION_TOKEN": "t"]) { $1 })
          == .init(accessKey: "a", secretKey: "s", sessionToken: "t"))
      for name in both.keys {
        #expect(ObjectStoreCredentials.inEnvironment(both.merging([name: ""]) { $1 }) == nil)
      }
    }

    @Test func aFileHasProfiles() {
      let text = """
        # aws_access_key_id = no
        [default]
        aws_access_key_id = a
        aws_secret_access_key=s/+=x

        [ other ]
        aws_access_key_id=b
        ; aws_secret_access_key = no
        aws_secret_access_key = t
        aws_session_token = u
        [broken]
        aws_access_key_id = c
        """
      #expect(
        ObjectStoreCredentials.inFile(text) == .init(accessKey: "a", secretKey: "s/+=x"))
      #expect(
        ObjectStoreCredentials.inFile(text, profile: "other")
          == .init(accessKey: "b", secretKey: "t", sessionToken: "u"))
      #expect(ObjectStoreCredentials.inFile(text, profile: "broken") == nil)
      #expect(ObjectStoreCredentials.inFile(text, profile: "none") == nil)
    }
  }
#endif
