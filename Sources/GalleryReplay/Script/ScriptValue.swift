// SPDX-License-Identifier: Apache-2.0

package import GalleryModel

extension Int: ScriptValue {
  package static var expectation: String { "a whole number" }
}

extension Double: ScriptValue {
  package static var expectation: String { "a number" }
}

extension Bool: ScriptValue {
  package static var expectation: String { "true or false" }
}

extension String: ScriptValue {
  package static var expectation: String { "a text" }
}

extension GallerySurface: ScriptValue {
  package static var expectation: String { #""preview" or "strip""# }
}

extension Axis: ScriptValue {
  package static var expectation: String { #""horizontal" or "vertical""# }
}

extension LayoutDirection {
  /// The names of the directions in scripts.
  package enum ScriptName: String, ScriptValue {
    case ltr
    case rtl

    package static var expectation: String { #""ltr" or "rtl""# }

    package var direction: LayoutDirection { self == .ltr ? .leftToRight : .rightToLeft }
  }
}

extension UpdateConfiguration.Policy {
  /// The names of the policies in scripts.
  package enum ScriptName: String, ScriptValue {
    case coalesce
    case serial

    package static var expectation: String { #""coalesce" or "serial""# }

    package var policy: UpdateConfiguration.Policy { self == .coalesce ? .coalesce : .serial }
  }
}

extension IndexSpace {
  /// The names of the page orders in scripts.
  package enum ScriptName: String, ScriptValue {
    case presented
    case logical

    package static var expectation: String { #""presented" or "logical""# }

    package var space: IndexSpace { self == .presented ? .presented : .logical }
  }
}

extension InsertionFocus {
  /// The names of the focuses in scripts.
  package enum ScriptName: String, ScriptValue {
    case keep
    case inserted

    package static var expectation: String { #""keep" or "inserted""# }

    package var focus: InsertionFocus { self == .keep ? .keep : .inserted }
  }
}

extension PageID: ScriptValue {
  package static var expectation: String { "a whole number from 0 to \(UInt64.max)" }
}

/// A size in a script: an array of two numbers.
package struct ScriptSize: ScriptValue {
  package let size: Size

  package static var expectation: String { "an array of two numbers" }

  package init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    size = Size(
      width: try numbers.decode(Double.self), height: try numbers.decode(Double.self))
    guard numbers.isAtEnd else { throw ScriptMistake.value }
  }
}
