// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Manually computed numbers of committed replays.
///
/// A strip of 375 by 66 points has a pitch of 37 and its center at 187.5. An open page is as wide
/// as its image and pushes its neighbors on each side by half of its excess over 33 points, with
/// its margin of 28 points.
struct ReplayVectorTests {
  /// The identifier, center and width of the cells of the strip, for each frame of a replay.
  private func strips(_ name: String) throws -> [[[Double]]] {
    try frames(name, surface: "strip").map { cells in
      try cells.map { cell in
        let center = try #require(cell["center"] as? [Double])
        let size = try #require(cell["size"] as? [Double])
        return [Double(try #require(cell["id"] as? Int)), center[0], size[0]]
      }
    }
  }

  private func frames(_ name: String, surface: String) throws -> [[[String: Any]]] {
    let folder = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Snapshots/replay-\(name).jsonl")
    return try jsonLines(try String(contentsOf: folder, encoding: .utf8))
      .compactMap { $0["frame"] as? [String: Any] }
      .map { try #require($0[surface] as? [[String: Any]]) }
  }

  private func expect(
    _ found: [[Double]], are expected: [[Double]], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isEqual =
      found.count == expected.count
      && zip(found, expected).allSatisfy { found, expected in
        zip(found, expected).allSatisfy { abs($0 - $1) < 1e-4 }
      }
    #expect(isEqual, "\(found) is not \(expected).", sourceLocation: sourceLocation)
  }

  @Test func activePageShrinksAndItsPlaceCloses() throws {
    let found = try strips("delete-active")

    try #require(found.count == 6)
    let rest = [
      [10, 107.5, 33], [12, 267.5, 33], [13, 304.5, 33], [14, 341.5, 33], [15, 378.5, 33],
    ]
    expect(found[1], are: [rest[0], [11, 187.5, 49.5]] + rest[1...])
    expect(found[2].filter { $0[2] > 0 }, are: rest)
    expect(
      found[3].filter { $0[2] > 0 },
      are: [
        [10, 114.0414, 33], [12, 247.5, 36.4171], [13, 288.7086, 33], [14, 325.7086, 33],
        [15, 362.7086, 33],
      ])
    expect(
      found[4].filter { $0[2] > 0 },
      are: [
        [10, 120.5829, 33], [12, 227.5, 39.8343], [13, 272.9171, 33], [14, 309.9171, 33],
        [15, 346.9171, 33],
      ])
    expect(
      found[5],
      are: [
        [10, 133.6657, 33], [12, 187.5, 46.6686], [13, 241.3343, 33], [14, 278.3343, 33],
        [15, 315.3343, 33],
      ])
  }

  /// At half of the distance the next page of the preview is half a page away: 187.5 + 419 / 2 -
  /// 187.5.
  @Test func nextPageOfThePreviewIsHalfWay() throws {
    let cells = try frames("delete-active", surface: "preview")[4]
    let cell = try #require(cells.first { $0["id"] as? Int == 12 })
    let center = try #require(cell["center"] as? [Double])
    let size = try #require(cell["size"] as? [Double])

    #expect(cell["r"] as? Double == 0.5)
    #expect(center[0] - size[0] / 2 == 209.5)
  }

  @Test func pageBeforeTheLastOneComesToTheMiddle() throws {
    let found = try strips("delete-last")

    expect(found[0].suffix(3), are: [[12, 15.7, 33], [13, 52.7, 33], [14, 89.75, 23.1]])
    expect(
      found[1],
      are: [
        [10, 39.4, 33], [11, 76.4, 33], [12, 113.4, 33], [13, 150.4, 33], [14, 187.5, 13.2],
      ])
  }

  @Test func placeOpensBeforeTheActivePage() throws {
    let found = try strips("insert-before")

    let fixed = [
      [11, 76.0011, 33], [12, 113.0011, 33], [13, 187.5, 87.9978], [14, 261.9989, 33],
      [15, 298.9989, 33],
    ]
    expect(found[0], are: [[10, 20.5011, 33]] + fixed)
    expect(found[1].filter { $0[2] > 0 }, are: [[10, 2.0011, 33]] + fixed)
    expect(found[3], are: [[10, 2.0011, 33], [20, 39.0011, 33]] + fixed)
  }

  @Test func pageTravelsAcrossTheActiveOne() throws {
    let found = try strips("move-across")

    expect(
      found[0],
      are: [
        [10, 206, 33], [11, 133.6657, 33], [12, 187.5, 46.6686], [13, 241.3343, 33],
        [14, 278.3343, 33], [15, 333.8343, 33],
      ])
    expect(
      found[1],
      are: [
        [11, 133.6657, 33], [12, 187.5, 46.6686], [13, 241.3343, 33], [14, 278.3343, 33],
        [10, 315.3343, 33], [15, 352.3343, 33],
      ])
  }

  /// The visible page, 12, was centered when the change failed, and rests there in the end.
  @Test func failedChangeLeavesThePageInView() throws {
    let found = try strips("failing-source")

    try #require(found.count == 6)
    expect(
      found[1],
      are: [
        [10, 133.6657, 33], [12, 187.5, 46.6686], [13, 241.3343, 33], [14, 278.3343, 33],
        [15, 315.3343, 33],
      ])
    expect(
      found[5],
      are: [
        [10, 96.6657, 33], [11, 133.6657, 33], [12, 187.5, 46.6686], [13, 241.3343, 33],
        [14, 278.3343, 33], [15, 315.3343, 33],
      ])
  }
}
