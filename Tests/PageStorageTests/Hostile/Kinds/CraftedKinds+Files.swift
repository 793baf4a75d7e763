// SPDX-License-Identifier: Apache-2.0

import Foundation

extension CraftedKinds {
  /// File names in the folders of a store that no store creates.
  @CraftedKindBuilder static var files: [CraftedKind] {
    links
    holes
    originals
    slots
    aside
  }

  /// Each file and folder replaced by one of another type.
  @CraftedKindBuilder private static var links: [CraftedKind] {
    ["reserve", "records/0", "incoming/0", "blobs/complete", "thumbnails/cache.sqlite"].flatMap {
      name in
      [
        CraftedKind("a link as \(name)") { craft in
          try craft.symlink(name, to: craft.outside + "/file")
        },
        CraftedKind("a link to no file as \(name)") { craft in
          try craft.symlink(name, to: craft.outside + "/new")
        },
        CraftedKind("a link to a folder as \(name)") { craft in
          try craft.symlink(name, to: craft.outside + "/folder")
        },
        CraftedKind("a second name of a file outside as \(name)") { craft in
          try craft.hardLink(name, to: craft.outside + "/file")
        },
        CraftedKind("a pipe as \(name)") { craft in try craft.pipe(name) },
        CraftedKind("a device as \(name)") { craft in try craft.device(name) },
      ]
    }
    for name in ["blobs", "incoming", "records", "thumbnails"] {
      [
        CraftedKind("a link to a folder as \(name)") { craft in
          try craft.symlink(name, to: craft.outside + "/folder")
        },
        CraftedKind("a file as \(name)") { craft in
          craft.remove(name)
          try craft.write([1, 2, 3], to: name)
        },
        CraftedKind("no \(name)") { craft in craft.remove(name) },
      ]
    }
    [
      CraftedKind("a folder as reserve") { craft in
        craft.remove("reserve")
        try craft.makeFolder("reserve")
      },
      CraftedKind("a folder as records/0") { craft in
        craft.remove("records/0")
        try craft.makeFolder("records/0/x")
      },
      CraftedKind("a file as incoming/0") { craft in
        craft.remove("incoming/0")
        try craft.write([1], to: "incoming/0")
      },
      CraftedKind("a link to a folder as blobs/00") { craft in
        for byte in 0..<256 {
          let name = "blobs/\(byte < 16 ? "0" : "")\(String(byte, radix: 16))"
          try craft.symlink(name, to: craft.outside + "/folder")
        }
      },
    ]
  }

  @CraftedKindBuilder private static var holes: [CraftedKind] {
    for name in ["reserve", "records/0", "records/5", "incoming/0/1", "thumbnails/cache.sqlite"] {
      CraftedKind("a hole of 1 TiB in \(name)") { craft in try craft.extend(name) }
    }
    [
      CraftedKind("a hole of 1 TiB in an original") { craft in
        try craft.extend(try craft.original())
      },
      CraftedKind("a hole of 1 TiB as an original") { craft in
        try craft.extend("blobs/00/" + String(repeating: "0", count: 62))
      },
    ]
  }

  @CraftedKindBuilder private static var originals: [CraftedKind] {
    [
      CraftedKind("a link as an original") { craft in
        let bytes = try craft.bytes(of: try craft.original())
        try craft.write(bytes, to: craft.outside + "/same")
        try craft.symlink(try craft.original(), to: craft.outside + "/same")
      },
      CraftedKind("a link to another file as an original") { craft in
        try craft.symlink(try craft.original(), to: craft.outside + "/file")
      },
      CraftedKind("a second name of a file outside as an original") { craft in
        try craft.hardLink(try craft.original(), to: craft.outside + "/file")
      },
      CraftedKind("a second name of the same bytes as an original") { craft in
        let bytes = try craft.bytes(of: try craft.original())
        try craft.write(bytes, to: craft.outside + "/same")
        try craft.hardLink(try craft.original(), to: craft.outside + "/same")
      },
      CraftedKind("a pipe as an original") { craft in try craft.pipe(try craft.original()) },
      CraftedKind("a device as an original") { craft in try craft.device(try craft.original()) },
      CraftedKind("a folder as an original") { craft in
        let name = try craft.original()
        craft.remove(name)
        try craft.makeFolder(name + "/x")
      },
      CraftedKind("an empty original") { craft in try craft.write([], to: try craft.original()) },
      CraftedKind("originals of no page as links and pipes") { craft in
        for byte in ["a", "b"] {
          let name = "blobs/0\(byte)/" + String(repeating: byte, count: 62)
          try byte == "a" ? craft.pipe(name) : craft.symlink(name, to: craft.outside + "/file")
        }
        try craft.device("blobs/0c/" + String(repeating: "c", count: 62))
      },
      CraftedKind("10,000 originals of no page") { craft in
        for number in 0..<10_000 {
          let name = String(number, radix: 16)
          let zeros = String(repeating: "0", count: 62 - name.utf8.count)
          try craft.write([1], to: "blobs/00/\(zeros)\(name)")
        }
      },
      CraftedKind("odd names of originals") { craft in
        for name in ["x", String(repeating: "G", count: 62), "a b", "\u{301}", "-rf", "\n"] {
          try craft.write([1], to: "blobs/00/\(name)")
          try craft.makeFolder("blobs/\(name)")
        }
        try craft.makeFolder("blobs/01/" + Array(repeating: "d", count: 500).joined(separator: "/"))
      },
      CraftedKind("names that are no UTF-8") { craft in
        for folder in ["blobs/00", "records", "incoming", "incoming/0", "thumbnails"] {
          try craft.makeOddName(in: folder)
        }
      },
    ]
  }

  @CraftedKindBuilder private static var slots: [CraftedKind] {
    let names = [
      "-1", "+1", "00", "007", "9223372036854775807", "9223372036854775808", "1e3", ".hidden", " 1",
      "\u{663}", "\n", String(repeating: "7", count: 255),
    ]
    [
      CraftedKind("a link to a folder as a slot") { craft in
        try craft.symlink("incoming/7", to: craft.outside + "/folder")
      },
      CraftedKind("links in a slot") { craft in
        try craft.symlink("incoming/0/1", to: craft.outside + "/file")
        try craft.symlink("incoming/0/2", to: craft.outside + "/folder")
        try craft.hardLink("incoming/0/3", to: craft.outside + "/file")
        try craft.pipe("incoming/0/4")
        try craft.device("incoming/0/5")
      },
      CraftedKind("folders in a slot") { craft in
        try craft.makeFolder(
          "incoming/0/" + Array(repeating: "d", count: 500).joined(separator: "/"))
      },
      CraftedKind("10,000 files in a slot") { craft in
        for number in 0..<10_000 { try craft.write([1], to: "incoming/0/\(number)") }
      },
      CraftedKind("5,000 slots") { craft in
        for number in 0..<5_000 { try craft.makeFolder("incoming/\(number)") }
      },
      CraftedKind("5,000 slots with records") { craft in
        for number in 0..<5_000 {
          try craft.makeFolder("incoming/\(number)")
          try craft.write(CraftedChecksum.line("change"), to: "records/\(number)")
        }
      },
      CraftedKind("odd names of slots") { craft in
        for name in names { try craft.makeFolder("incoming/\(name)") }
      },
      CraftedKind("odd names of records") { craft in
        for name in names { try craft.write(Array("x\n".utf8), to: "records/\(name)") }
      },
    ]
  }

  /// File names that a repair uses.
  @CraftedKindBuilder private static var aside: [CraftedKind] {
    for suffix in [".new", ".new-wal", ".new-journal", "-new"] {
      [
        CraftedKind("a link as catalogue.sqlite\(suffix), and no catalog") { craft in
          try craft.symlink("catalogue.sqlite\(suffix)", to: craft.outside + "/file")
          try craft.write([UInt8](repeating: 3, count: 5_000), to: "catalogue.sqlite")
        },
        CraftedKind("a folder as catalogue.sqlite\(suffix), and no catalog") { craft in
          try craft.makeFolder("catalogue.sqlite\(suffix)/x")
          try craft.write([UInt8](repeating: 3, count: 5_000), to: "catalogue.sqlite")
        },
      ]
    }
    [
      CraftedKind("a link to a journal of a new catalog that names a file outside") { craft in
        var journal = CraftedJournal(pageCount: 1)
        journal.superJournal = craft.outside + "/file"
        try craft.write(journal.bytes, to: "catalogue.sqlite.new-journal")
        try craft.write([UInt8](repeating: 3, count: 5_000), to: "catalogue.sqlite")
      }
    ]
  }
}

extension StoreCraft {
  /// Creates an empty file whose name is not valid UTF-8.
  fileprivate func makeOddName(in folder: String) throws {
    let name = Array(path(folder).utf8) + [0x2F, 0xFF, 0xC0, 0x81, 0]
    let descriptor = creat(name.map { CChar(bitPattern: $0) }, 0o644)
    guard descriptor >= 0 else { throw Failure(call: "creat") }
    close(descriptor)
  }
}
