// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions

extension DrawerMode {
  /// Creates the mode with a number.
  init(checked number: Double) throws(KernelCode) {
    switch try number.integer(in: 0...3) {
    case 0: self = .empty
    case 1: self = .normal
    case 2: self = .edit
    default: self = .new
    }
  }

  var number: Double {
    switch self {
    case .empty: 0
    case .normal: 1
    case .edit: 2
    case .new: 3
    }
  }
}

extension DrawerContent {
  /// Creates the content with a number.
  init(checked number: Double) throws(KernelCode) {
    switch try number.integer(in: 0...3) {
    case 0: self = .normal
    case 1: self = .advanced
    case 2: self = .editNormal
    default: self = .editAdvanced
    }
  }

  var number: Double {
    switch self {
    case .normal: 0
    case .advanced: 1
    case .editNormal: 2
    case .editAdvanced: 3
    }
  }
}

extension DrawerState {
  var number: Double {
    switch self {
    case .empty: 0
    case .hidden(let content): 1 + content.number
    case .shown(let content): 5 + content.number
    }
  }
}

extension DrawerStage {
  /// The number of the stage, and the state in it.
  var numbers: (stage: Double, state: Double) {
    switch self {
    case .fixed(let state): (0, state.number)
    case .motion(let state): (1, state.number)
    case .disabled(let state): (2, state.number)
    }
  }
}

extension DrawerContentHeight {
  /// Creates a height: 0 is unknown, 1 measured, 2 the end of the last item.
  init(kind: Double, points: Double) throws(KernelCode) {
    switch try kind.integer(in: 0...2) {
    case 0: self = .unknown
    case 1: self = .measured(try points.asFinite)
    default: self = .lastItemEnd(try points.asFinite)
    }
  }
}
