// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import PageImaging
import Testing

struct ByteSourceTests {
  @Test func arrayAndFileReadTheSame() throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try Self.withFile(bytes) { path in
      let sources = [ByteSource(bytes), try ByteSource(path: path)]
      for source in sources {
        #expect(source.byteCount == bytes.count)
        #expect(try Self.read(source, at: 0, count: 16) == Array(bytes[..<16]))
        #expect(try Self.read(source, at: 9990, count: 100) == Array(bytes[9990...]))
        #expect(try Self.read(source, at: 10_000, count: 1) == [])
        #expect(try Self.read(source, at: .max / 2, count: 1) == [])
        #expect(try Self.read(source, at: 5, count: 0) == [])
      }
    }
  }

  @Test func headerOfAFileIsThatOfItsBytes() throws {
    let bytes = JPEGBuilder.minimal(orientation: 6)
    try Self.withFile(bytes) { path in
      let found = try ImageHeader(reading: ByteSource(path: path))

      #expect(try found == header(of: bytes))
    }
  }

  @Test func shrunkFileIsTruncated() throws {
    try Self.withFile(JPEGBuilder.minimal()) { path in
      let source = try ByteSource(path: path)
      try Data().write(to: URL(filePath: path))

      #expect(throws: ImagingError.truncated(offset: 0)) { try ImageHeader(reading: source) }
    }
  }

  @Test func missingFileIsAnErrorOfTheSystem() {
    #expect(throws: ImagingError.io(operation: "open", errno: ENOENT)) {
      try ByteSource(path: "/nonexistent/page.jpg")
    }
    #expect(throws: ImagingError.io(operation: "open", errno: EINVAL)) {
      try ByteSource(path: "page.jpg\0.png")
    }
  }

  @Test func onlyRegularFilesAreOpened() throws {
    let folder = TestFiles.folder
    let fifo = folder.appending(path: "fifo-\(UUID().uuidString)").path
    #expect(mkfifo(fifo, 0o600) == 0)
    defer { unlink(fifo) }

    #expect(throws: ImagingError.notRegularFile(kind: "folder")) {
      try ByteSource(path: folder.path)
    }
    #expect(throws: ImagingError.notRegularFile(kind: "FIFO")) { try ByteSource(path: fifo) }
    #expect(throws: ImagingError.notRegularFile(kind: "device")) {
      try ByteSource(path: "/dev/null")
    }
  }

  @Test func lastCopyClosesTheFile() throws {
    try Self.withFile([1, 2, 3]) { path in
      var number: Int32 = -1
      var opened = stat()
      do {
        let source = try ByteSource(path: path)
        guard case .file(let file) = source.storage else { throw MissingDetails() }
        number = file.rawValue
        #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
        #expect(fstat(number, &opened) == 0)
        #expect(try Self.read(source, at: 0, count: 3) == [1, 2, 3])
      }

      // The descriptor may refer to a file of another test by now, but not to this one.
      var present = stat()
      let isOpen = fstat(number, &present) == 0
      #expect(!isOpen || present.st_ino != opened.st_ino || present.st_dev != opened.st_dev)
    }
  }

  @Test func negativeOffsetTraps() async {
    await #expect(processExitsWith: .failure) {
      _ = try ByteSource([1]).read(at: -1, into: .init(start: nil, count: 0))
    }
  }

  private static func read(_ source: ByteSource, at offset: Int, count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let found = try bytes.withUnsafeMutableBytes { try source.read(at: offset, into: $0) }
    return Array(bytes.prefix(found))
  }

  private static func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
    let file = TestFiles.folder.appending(path: UUID().uuidString)
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(file.path)
  }
}
