// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// A size in a script: an array of two numbers.
struct ScriptSize: ScriptValue {
  let size: Size

  static var expectation: String { "an array of two numbers" }

  init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    size = Size(
      width: try numbers.decode(Double.self), height: try numbers.decode(Double.self))
    guard numbers.isAtEnd else { throw ScriptMistake.value }
  }
}

/// A point in a script: an array of two numbers.
struct ScriptPoint: ScriptValue {
  let point: Point

  static var expectation: String { "an array of two numbers" }

  init(from decoder: any Decoder) throws {
    let size = try ScriptSize(from: decoder).size
    point = Point(x: size.width, y: size.height)
  }
}

extension ScriptObject {
  func point(_ key: String) throws -> Point { try value(key, as: ScriptPoint.self).point }

  func size(_ key: String) throws -> Size { try value(key, as: ScriptSize.self).size }
}
