// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import PageImaging
import Testing

@testable import PageStorage
@testable import StripCommands

struct StoreProblemTests {
  @Test func problemsAreInNaturalOrder() {
    let problems: [VerificationReport.Problem] = [
      .page(45), .document(DocumentID(10)), .orphan(path: "blobs/a10"), .page(5),
      .orphan(path: "blobs/a9"), .document(DocumentID(9)),
    ]
    #expect(
      problems.inNaturalOrder(in: StoreLocation(path: Path("s"))).map(\.place.text) == [
        "blobs/a9", "blobs/a10", "document-9", "document-10", "page-5", "page-45",
      ])
  }

  /// A folder has a file that the catalog is in.
  @Test func theCatalogOfAStoreOnServersIsADatabase() {
    let problems = [VerificationReport.Problem.catalog(message: "the counter of pages")]
    let places = ["s", "postgresql://host/x?objects=/y"].map {
      problems.inNaturalOrder(in: StoreLocation(path: Path($0)))[0].place.text
    }
    #expect(places == ["catalogue.sqlite", "database"])
  }

  /// An index makes reading faster; without it nothing is lost.
  @Test func aMissingIndexIsNoDamage() {
    let missing = VerificationReport.Problem.missingIndex(
      name: "change_document", statement: "CREATE INDEX change_document ON change (document)"
    ).problem
    #expect(missing.code == "missingIndex" && missing.status.code == 65)
    #expect(missing.message.contains("; run: CREATE INDEX change_document ON change (document);"))
    #expect(!missing.message.contains("damage"))
  }

  @Test func inconsistenciesAreNotCalledUnreadable() {
    let problem = VerificationReport.Problem.catalog(message: "there are pages without a document")
    #expect(
      problem.problem.message
        == "The store is damaged: the catalog has a fault (there are pages without a document).")
  }

  static let statuses: [(PageStoreError, Int32, String)] = [
    (.notFound(.page(7)), 66, "notFound"),
    (.locked(waited: .seconds(5)), 75, "locked"),
    (.conflict(.init(1), expected: 1, found: 2), 75, "conflict"),
    (.full(operation: "write"), 74, "full"),
    (.io(operation: "fsync", errno: 5), 74, "io"),
    (.readOnly, 74, "readOnly"),
    (.moved(path: "x"), 74, "moved"),
    (.unreachable(reason: "x"), 74, "unreachable"),
    (.outcomeUnknown(reason: "x"), 74, "outcomeUnknown"),
    (.unfitLocation(reason: "x"), 78, "unfitLocation"),
    (.unsupported(operation: "x"), 64, "unsupported"),
    (.corrupted(.page(7)), 65, "corrupted"),
    (.versionTooNew(found: 2, supported: 1), 65, "versionTooNew"),
    (.notAStore(path: "x"), 65, "notAStore"),
    (.limitExceeded(.pageByteCount, found: 2, allowed: 1), 65, "limitExceeded"),
    (.refused(.emptyInput), 65, "emptyInput"),
    (.streamFailed(message: "x"), 65, "streamFailed"),
    (.inputFailed(operation: "pread", errno: 5), 65, "inputFailed"),
  ]

  @Test(arguments: statuses.indices)
  func everyErrorHasAStatusAndACode(index: Int) {
    let (error, status, code) = Self.statuses[index]
    let problem = Problem(error)
    #expect(problem.status.code == status && problem.code == code)
    #expect(problem.message.hasSuffix("."))
  }

  @Test func aBusyStoreAsksToTryAgain() async throws {
    let store = try StoreWorkspace()
    try store.fill(1)
    let open = try await PageStore.open(at: store.workspace.url.path + "/s")

    let outcome = try open.catalog.write { _ in
      try store.run("store rename --store s --document 1 --title New")
    }

    #expect(outcome.status == 75)
    #expect(
      outcome.errors.hasPrefix("thumbnail-strip: s: The store is locked by another process; "))
    #expect(try await open.document(.init(1)).title == "in")
    await open.close()
  }

  /// Hundreds of pages, truncated everywhere and with flipped bits.
  @Test func hostilePagesAreRefusedOrKept() throws {
    let store = try StoreWorkspace()
    var random = SeededGenerator(seed: 3)
    try store.workspace.addPage("page.png", width: 60, height: 80)
    let sound = try store.workspace.bytes("page.png")
    for number in 0..<200 {
      var bytes = Array(sound.prefix(Int.random(in: 1...sound.count, using: &random)))
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] ^=
          1 << UInt8.random(in: 0...7, using: &random)
      }
      try store.workspace.add("in/\(number).png", bytes)
    }

    let refusing = try store.run("store ingest --store s in")
    let headers = try store.run("info --json in")
    #expect(refusing.status == 65 && headers.status == 65)
    #expect(refusing.errors == headers.errors, "ingest and info judge alike")
    let keeping = try store.run("store ingest --store s --keep-damaged in")
    #expect(keeping.status == 0)
    #expect(try store.run("thumbs --store s --document 2 -o out").status == 65)
    #expect(try store.output("store verify --store s").contains(": all sound; the images of "))
  }

  /// A truncated page is returned as stored, but reported as damaged.
  @Test func knownDamageOfImagesIsCounted() throws {
    let store = try StoreWorkspace()
    try store.workspace.addPage("page.png", width: 60, height: 80)
    let sound = try store.workspace.bytes("page.png")
    try store.workspace.add("in/1.png", Array(sound.dropLast(sound.count / 2)))
    #expect(try store.run("store ingest --store s --keep-damaged in").status == 0)
    #expect(try store.output("store verify --store s") == "1 page, 1 original: all sound\n")
    let decoded = try store.run("store verify --store s --decode")
    #expect(decoded.status == 65)
    let known = "1 page, 1 original: all sound; the image of 1 page is damaged\n"
    #expect(try store.output("store verify --store s") == known)
    // Ingesting the same bytes again does not repair them.
    #expect(try store.run("store ingest --store s --keep-damaged in").status == 0)
    let both = "2 pages, 1 original: all sound; the images of 2 pages are damaged\n"
    #expect(try store.output("store verify --store s") == both)
  }
}
