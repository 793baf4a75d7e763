// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension GallerySurface: ScriptValue {
  static var expectation: String { #""preview" or "strip""# }
}

extension Axis: ScriptValue {
  static var expectation: String { #""horizontal" or "vertical""# }
}

extension LayoutDirection {
  /// The names of the directions in scripts.
  enum ScriptName: String, ScriptValue {
    case ltr
    case rtl

    static var expectation: String { #""ltr" or "rtl""# }

    var direction: LayoutDirection { self == .ltr ? .leftToRight : .rightToLeft }
  }
}

extension UpdateConfiguration.Policy {
  /// The names of the policies in scripts.
  enum ScriptName: String, ScriptValue {
    case coalesce
    case serial

    static var expectation: String { #""coalesce" or "serial""# }

    var policy: UpdateConfiguration.Policy { self == .coalesce ? .coalesce : .serial }
  }
}

extension IndexSpace {
  /// The names of the page orders in scripts.
  enum ScriptName: String, ScriptValue {
    case presented
    case logical

    static var expectation: String { #""presented" or "logical""# }

    var space: IndexSpace { self == .presented ? .presented : .logical }
  }
}

extension InsertionFocus {
  /// The names of the focuses in scripts.
  enum ScriptName: String, ScriptValue {
    case keep
    case inserted

    static var expectation: String { #""keep" or "inserted""# }

    var focus: InsertionFocus { self == .keep ? .keep : .inserted }
  }
}
