// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import GalleryModel
import GalleryReplay
import PageStorage

/// The command `thumbnail-strip store repair`, which repairs what can be repaired.
struct StoreRepairCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repair",
    abstract: "Repair a damaged store; no original is ever removed.",
    discussion: HelpText.storeRepair
  )

  @OptionGroup var options: StoreOptions

  @OptionGroup var limiting: LimitOptions

  @Flag(help: "Print what was done as JSON.")
  var json = false

  func validate() throws {
    _ = try options.location
  }

  func run() async throws {
    let location = try options.location
    try await CommandRun.perform(options.messages, on: location.threads) { session in
      session.output.isDispensable = true
      try await location.reportingErrors(isRepair: true) {
        try location.requireStore()
        // Opening one on servers for writing would make it.
        if location.isServed { await (try location.openForReading()).close() }
        let hadCatalog = location.hasCatalog
        let report = try await PageStore.repair(
          at: try location.text,
          configuration: PageStoreConfiguration(limits: limiting.limits))
        for page in report.damagedPages {
          session.reporter.report(
            .damage("The original is missing or was changed; the page is marked as damaged."),
            at: Path(StoreName.page(page)))
        }
        for page in report.lostPages {
          session.reporter.report(
            .damage(
              "The entry or the original of the page is missing or unknown: the page is lost."),
            at: Path(StoreName.page(page)))
        }
        for page in report.revertedPages {
          session.reporter.report(
            .damage("The page's last image is missing; the page shows an earlier one."),
            at: Path(StoreName.page(page)))
        }
        for (problem, place) in report.unrepairedProblems.inNaturalOrder(in: location) {
          session.reporter.report(problem.problem, at: place)
        }
        guard !json else { return try session.output.write(Self.json(report)) }
        try session.tell(Self.text(report, hadCatalog: hadCatalog))
      }
    }
  }

  private static func text(_ report: RepairReport, hadCatalog: Bool) -> [UInt8] {
    var lines: [String] = []
    if report.catalogWasRebuilt {
      lines.append(
        hadCatalog
          ? "A new catalog was made of the sound entries."
          : "The catalog was missing; a new one was made of the records and the originals.")
    }
    if report.lostChangeCount > 0 {
      let changes =
        report.lostChangeCount == 1
        ? "One acknowledged change was" : "\(report.lostChangeCount) acknowledged changes were"
      lines.append("\(changes) lost, except for added pages.")
    }
    if report.recordsWereRewritten { lines.append("The records were written again.") }
    if report.droppedReceiptCount > 0 {
      lines.append(
        "Damaged receipts of keyed edits were removed: \(report.droppedReceiptCount). If a client "
          + "repeats one of these edits, it is made again.")
    }
    lines += report.catalogClauses.map { "Corrected: \($0)." }
    lines += report.repairedDocuments.map { "\(StoreName.document($0))  entry repaired" }
    lines += report.repairedPages.map { "\(StoreName.page($0))  entry repaired" }
    lines += report.repairedMetadata.map { "\(StoreName.page($0))  metadata repaired" }
    lines += report.reorderedDocuments.map { "\(StoreName.document($0))  order repaired" }
    lines += report.recoveredPages.map { "\(StoreName.page($0))  recovered" }
    lines += report.lostPages.map { "\(StoreName.page($0))  lost" }
    lines += report.revertedPages.map { "\(StoreName.page($0))  shows an earlier image" }
    lines += report.putAside.map { "\(Path($0).displayText)  put aside" }
    if lines.isEmpty, report.damagedPages.isEmpty, report.unrepairedProblems.isEmpty {
      lines.append("There was nothing to repair.")
    }
    return Array(lines.map { $0 + "\n" }.joined().utf8)
  }

  private static func json(_ report: RepairReport) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.key("catalogWasRebuilt")
      json.value(report.catalogWasRebuilt)
      json.key("lostChangeCount")
      json.value(report.lostChangeCount)
      json.key("droppedReceiptCount")
      json.value(report.droppedReceiptCount)
      json.key("recordsWereRewritten")
      json.value(report.recordsWereRewritten)
      for (name, pages) in [
        ("repairedPages", report.repairedPages), ("damagedPages", report.damagedPages),
        ("recoveredPages", report.recoveredPages), ("lostPages", report.lostPages),
        ("revertedPages", report.revertedPages),
        ("repairedMetadata", report.repairedMetadata),
      ] {
        json.key(named: name)
        json.array { json in
          for page in pages { json.value(page.rawValue) }
        }
      }
      for (name, documents) in [
        ("repairedDocuments", report.repairedDocuments),
        ("reorderedDocuments", report.reorderedDocuments),
      ] {
        json.key(named: name)
        json.array { json in
          for document in documents { json.value(Int(document.rawValue)) }
        }
      }
      json.key("repairedProblems")
      json.array { json in
        for clause in report.catalogClauses { json.value(clause) }
      }
      json.key("putAside")
      json.array { json in
        for path in report.putAside { json.value(path) }
      }
    }
    json.newline()
    return json.bytes
  }
}

extension RepairReport {
  /// What was wrong with the catalog as a whole and was corrected, as clauses.
  fileprivate var catalogClauses: [String] {
    repairedProblems.compactMap { if case .catalog(let message) = $0 { message } else { nil } }
  }
}
