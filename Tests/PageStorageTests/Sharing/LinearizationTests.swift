// SPDX-License-Identifier: Apache-2.0

import Testing

/// Tests of the linearizability check: histories that it must accept, and histories that it must
/// refuse.
@Suite struct LinearizationTests {
  /// Two writers and a reader, whose calls overlap.
  static let sound = [
    """
    10 20 1 append 5 = 11
    30 60 1 move 11 1 = 3
    70 90 1 replace 12 7 = 1
    """,
    """
    12 25 1 append 6 = 12
    35 50 1 rotate 12 = locked 10
    55 65 1 rotate 11 = 4
    """,
    """
    5 8 1 pages = 0
    15 40 1 window 0 1 = 11:0:5:0
    41 42 1 window 0 3 = short 2
    66 68 1 pages = 4 12:0:6 11:1:-5
    72 85 1 bytes 12 = 6
    92 93 1 bytes 12 = 7
    94 95 1 document = 5 2
    """,
  ]

  private func problem(replacing old: String = "", by new: String = "") -> String? {
    let texts = Self.sound.map { $0.replacing(old.isEmpty ? "no such text" : old, with: new) }
    if !old.isEmpty { #expect(texts != Self.sound, "\(old)") }
    return SharedHistory(texts).problem
  }

  @Test func overlappingCallsFindTheirOrder() {
    #expect(SharedHistory(Self.sound).calls.count == 13)
    #expect(problem() == nil)
  }

  @Test(arguments: [
    // Two changes of the same revision: one of them is lost.
    ("55 65 1 rotate 11 = 4", "55 65 1 rotate 11 = 3"),
    // A change that no later read returns.
    ("pages = 4 12:0:6 11:1:-5", "pages = 4 12:0:6 11:0:5"),
    // A read of a state that ended before the read began.
    ("92 93 1 bytes 12 = 7", "92 93 1 bytes 12 = 6"),
    ("94 95 1 document = 5 2", "94 95 1 document = 4 2"),
    // A read of a state that began after the read had ended.
    ("5 8 1 pages = 0", "5 8 1 pages = 1 11:0:5"),
    // A partially visible page.
    ("15 40 1 window 0 1 = 11:0:5:0", "15 40 1 window 0 1 = 11:1:5:0"),
    // A page that was never stored, an impossible count, bytes that were never stored.
    ("15 40 1 window 0 1 = 11:0:5:0", "15 40 1 window 0 1 = 13:0:5:0"),
    ("41 42 1 window 0 3 = short 2", "41 42 1 window 0 3 = short 1"),
    ("72 85 1 bytes 12 = 6", "72 85 1 bytes 12 = other"),
    // A lock timeout that was shorter than stated, and an unexplained error.
    ("35 50 1 rotate 12 = locked 10", "45 50 1 rotate 12 = locked 10"),
    ("35 50 1 rotate 12 = locked 10", "35 50 1 rotate 12 = failed corrupted"),
    // A missing page that was not deleted.
    ("72 85 1 bytes 12 = 6", "72 85 1 bytes 12 = notFound"),
  ])
  func aBrokenHistoryIsRefused(old: String, new: String) {
    #expect(problem(replacing: old, by: new) != nil, "\(new)")
  }

  @Test func whatIsGoneFromTheTrashStaysAway() {
    let delete = ["1 2 1 append 5 = 11", "3 4 1 delete 11 = 2"].joined(separator: "\n")
    let purge = "5 6 0 purge = 1"
    let gone = "7 8 1 bytes 11 = notFound"
    #expect(SharedHistory([delete, purge, gone]).problem == nil)
    #expect(SharedHistory([delete, gone]).problem != nil, "nobody emptied the trash")
    #expect(SharedHistory([delete, "7 8 1 restore 11 0 = 3"]).problem == nil)
    #expect(SharedHistory([delete, purge, gone + "\n9 10 1 restore 11 0 = 3"]).problem != nil)
  }

  @Test func aSearchTurnsBackFromAWrongOrder() {
    // Both orders of the additions are possible until the final read.
    let first = "1 10 1 append 5 = 11"
    let second = "2 10 1 append 6 = 12"
    let pairs = ["11:0:5 12:0:6", "12:0:6 11:0:5"]
    for pages in pairs {
      let read = "20 21 1 document = 2 2\n22 23 1 pages = 2 \(pages)"
      #expect(SharedHistory([first, second, read]).problem == nil)
    }
  }
}
