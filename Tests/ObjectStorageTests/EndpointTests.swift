// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import ObjectStorage
  import Testing

  /// Addresses of services.
  struct EndpointTests {
    @Test(arguments: [
      "https://s3.example", "http://127.0.0.1:9000", "http://127.0.0.1:9000/", "s3.example",
      "http://[::1]:9000", "https://[2001:db8::1]", "http://under_score.example:1",
      "http://localhost:65535",
    ])
    func isOne(text: String) {
      #expect(ObjectStoreConfiguration.isEndpoint(text))
    }

    @Test(arguments: [
      "", "http://", "https:///", "ftp://host", "http://host/path", "http://host:", "http://host:0",
      "http://host:65536", "http://host:x", "http://host:+80", "http://user:secret@host",
      "http://ho st",
      "http://host?x", "http://host#x", "http://[::1", "http://[]", "http://[::1]x", "http://::1",
      "http://h\u{F6}st", "//host", "http://host//",
    ])
    func isNone(text: String) {
      #expect(!ObjectStoreConfiguration.isEndpoint(text))
    }
  }
#endif
