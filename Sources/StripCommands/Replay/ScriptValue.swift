// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension Int: ScriptValue {
  static var expectation: String { "a whole number" }
}

extension Double: ScriptValue {
  static var expectation: String { "a number" }
}

extension Bool: ScriptValue {
  static var expectation: String { "true or false" }
}

extension String: ScriptValue {
  static var expectation: String { "a text" }
}

extension GallerySurface: ScriptValue {
  static var expectation: String { #""preview" or "strip""# }
}

extension Axis: ScriptValue {
  static var expectation: String { #""horizontal" or "vertical""# }
}

extension LayoutDirection {
  /// A direction by the name that scripts have for it.
  enum ScriptName: String, ScriptValue {
    case ltr
    case rtl

    static var expectation: String { #""ltr" or "rtl""# }

    var direction: LayoutDirection { self == .ltr ? .leftToRight : .rightToLeft }
  }
}

extension UpdateConfiguration.Policy {
  /// A policy by the name that scripts have for it.
  enum ScriptName: String, ScriptValue {
    case coalesce
    case serial

    static var expectation: String { #""coalesce" or "serial""# }

    var policy: UpdateConfiguration.Policy { self == .coalesce ? .coalesce : .serial }
  }
}

extension IndexSpace {
  /// An order of pages by the name that scripts have for it.
  enum ScriptName: String, ScriptValue {
    case presented
    case logical

    static var expectation: String { #""presented" or "logical""# }

    var space: IndexSpace { self == .presented ? .presented : .logical }
  }
}

extension InsertionFocus {
  /// A focus by the name that scripts have for it.
  enum ScriptName: String, ScriptValue {
    case keep
    case inserted

    static var expectation: String { #""keep" or "inserted""# }

    var focus: InsertionFocus { self == .keep ? .keep : .inserted }
  }
}

extension PageID: ScriptValue {
  static var expectation: String { "a whole number from 0 to \(UInt64.max)" }
}

/// A size as scripts have it: an array of two numbers.
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
