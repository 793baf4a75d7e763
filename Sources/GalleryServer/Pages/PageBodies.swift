// SPDX-License-Identifier: Apache-2.0

import GalleryPages
import PageStorage

/// The body that rotates a page by clockwise quarter turns, in degrees.
struct RotationBody: StrictBody {
  let turns: QuarterTurns

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["rotation"])
    turns = try Self.turns(degrees: values.decode(Int.self, forKey: "rotation"))
  }

  static func turns(degrees: Int) throws(Problem) -> QuarterTurns {
    guard degrees % 90 == 0, (-270...270).contains(degrees) else {
      throw .malformed("The rotation is a multiple of 90 degrees in -270...270.")
    }
    return QuarterTurns(degrees / 90)
  }
}

/// The body that moves a page before another one, or to the end.
struct MoveBody: StrictBody {
  /// The page that follows afterwards, `nil` for the end.
  let before: PageID?

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: StrictKey.self)
    try values.require(only: ["before"])
    guard values.contains("before") else {
      throw Problem.malformed("The key before is missing in the body; null is the end.")
    }
    before = try values.decodeIfPresent(Int.self, forKey: "before").map(Identifiers.page)
  }
}
