// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import Testing

/// Limits that the command line raises and lowers.
struct LimitTests {
  private let store: StoreWorkspace
  private var workspace: Workspace { store.workspace }

  init() throws {
    store = try StoreWorkspace()
    try workspace.addPage("a.png", width: 30, height: 40)
  }

  @Test func pixelsAreCounted() throws {
    let tooMany =
      "thumbnail-strip: a.png: The image needs 1200 pixels; at most 1000 are allowed.\n"
    for command in [
      "info a.png", "thumbs -o out a.png", "render -o s.png a.png", "store ingest --store s a.png",
    ] {
      let refused = try store.run(command + " --limit-pixels 1K")
      #expect(refused.status == 65 && refused.errors.contains(tooMany), "\(command): \(refused)")
      let allowed = try store.run(command + " --limit-pixels 1200")
      #expect(allowed.status == 0, "\(command): \(allowed)")
    }
  }

  @Test func memoryIsCounted() throws {
    try store.output("store ingest --store s a.png")
    for command in [
      "thumbs -o out a.png", "thumbs -o out --store s --document 1", "render -o s.png a.png",
      "store verify --store s --decode",
    ] {
      let refused = try store.run(command + " --limit-memory 1K")
      #expect(refused.status == 65, "\(command): \(refused)")
      #expect(
        refused.errors.contains("bytes of memory; at most 1024 are allowed."),
        "\(command): \(refused)")
      #expect(try store.run(command + " --limit-memory 2G").status == 0, "\(command)")
    }
    #expect(try store.output("store show --store s --document 1").contains("sound"))
  }

  @Test(arguments: ["0", "-1", "1.5", "12X", "M", "9000000000G", ""])
  func otherWordsAreNoSizes(word: String) throws {
    let outcome = try workspace.program.run("info", "a.png", "--limit-memory=\(word)")
    #expect(outcome.status == 64)
  }
}

/// Pages whose pixels are damaged.
struct PartlyLostPageTests {
  private let store: StoreWorkspace

  init() throws {
    store = try StoreWorkspace()
    var bitmap = try Bitmap(size: PixelSize(width: 90, height: 90), format: .gray8)
    try bitmap.withUnsafeMutableBytes { bytes in
      for index in bytes.indices {
        bytes[index] = UInt8(truncatingIfNeeded: (index &* 2_654_435_761) >> 9)
      }
    }
    let bytes = try bitmap.encoded(as: .jpeg(quality: 80))
    try store.workspace.add("in/1.jpg", bytes)
    try store.workspace.add("in/2.jpg", Array(bytes.prefix(bytes.count * 2 / 3)))
    try store.output("store ingest --store s in")
  }

  private func damage() throws -> [Bool?] {
    try jsonLines(store.output("store show --store s --document 1 --json"))
      .map { $0["isDamaged"] as? Bool }
  }

  @Test(arguments: [
    "thumbs -o out --store s --document 1", "render -o strip.png --store s --document 1",
    "store verify --store s --decode",
  ])
  func whoDecodesThemMarksThem(command: String) throws {
    #expect(try damage() == [false, false])
    let outcome = try store.run(command)
    #expect(outcome.errors.contains("page-2"), "\(outcome)")
    #expect(try damage() == [false, true])
    #expect(try store.output("store show --store s --document 1").contains("damaged: Parts"))
  }
}
