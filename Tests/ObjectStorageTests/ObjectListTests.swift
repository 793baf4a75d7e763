// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Testing

  @testable import ObjectStorage

  @Suite struct ObjectListTests {
    @Test func keysOfAListAreInItsOrder() {
      let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <ListBucketResult><Name>scans</Name><Prefix>a</Prefix><KeyCount>2</KeyCount>
        <Contents><Key>a/1</Key><Size>3</Size></Contents>
        <Contents><ETag>&quot;x&quot;</ETag><Key>a/&lt;&amp;amp;&#x2713;&#65;</Key></Contents>
        </ListBucketResult>
        """
      #expect(ObjectList.keys(in: xml) == ["a/1", "a/<&amp;✓A"])
    }

    @Test(arguments: [
      ("", nil), ("<Code>", nil), ("</Code><Code>", nil), ("<Code></Code>", ""),
      ("<Error><Code>SlowDown</Code><Message></Message></Error>", "SlowDown"),
      ("<Code>a & b &amp c &nope; &#xffffffff; &</Code>", "a & b &amp c &nope; &#xffffffff; &"),
    ])
    func elementsThatAreMissingOrBrokenAreNoText(xml: String, code: String?) {
      #expect(ObjectList.text(of: "Code", in: xml) == code)
      #expect(ObjectList.keys(in: xml).isEmpty)
    }

    @Test(arguments: ["", "a", "<a b=\"c\">&amp;'&", "\"9f\""])
    func whatIsEncodedIsReadAsItWas(text: String) {
      #expect(ObjectList.text(of: "E", in: "<E>\(ObjectList.encoded(text))</E>") == text)
      #expect(!ObjectList.encoded(text).contains { "<>\"'".contains($0) })
    }
  }
#endif
