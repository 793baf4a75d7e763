// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL
  import Testing

  @testable import PostgreSQLClient

  @Suite struct ParameterTests {
    private func bytes(_ parameter: Parameter) -> [UInt8]? {
      var buffer: [UInt8] = []
      return parameter.append(to: &buffer) ? buffer : nil
    }

    @Test func scalarsAreBigEndian() {
      #expect(bytes(.integer(0x0102_0304_0506_0708)) == [1, 2, 3, 4, 5, 6, 7, 8])
      #expect(bytes(.integer(-2)) == [255, 255, 255, 255, 255, 255, 255, 254])
      #expect(bytes(.number(1)) == [0x3f, 0xf0, 0, 0, 0, 0, 0, 0])
      #expect(bytes(.boolean(true)) == [1])
      #expect(bytes(.boolean(false)) == [0])
      #expect(bytes(.text("é")) == [0xc3, 0xa9])
      #expect(bytes(.bytes([])) == [])
    }

    @Test(arguments: [Parameter.integer(nil), .text(nil), .bytes(nil)])
    func nullHasNoBytes(parameter: Parameter) {
      #expect(bytes(parameter) == nil)
    }

    @Test func arraysHaveOneDimensionUnlessEmpty() {
      #expect(bytes(.integers([])) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20])
      #expect(
        bytes(.byteStrings([[7], nil])) == [
          0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 17, 0, 0, 0, 2, 0, 0, 0, 1,  // header
          0, 0, 0, 1, 7, 255, 255, 255, 255,
        ])
      #expect(
        bytes(.texts(["ab"])) == [
          0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25, 0, 0, 0, 1, 0, 0, 0, 1,  // header
          0, 0, 0, 2, 97, 98,
        ])
    }
  }
#endif
