// SPDX-License-Identifier: Apache-2.0

extension ChromaLayout {
  /// Creates the layout for a picture that is rotated upright and then encoded.
  init(for encoding: ImageEncoding, _ orientation: Orientation) {
    guard case .jpeg = encoding else {
      self = .full
      return
    }
    self =
      switch orientation {
      case .topLeft, .leftTop: .half(startsEarlyAcross: false, startsEarlyDown: false)
      case .topRight, .leftBottom: .half(startsEarlyAcross: true, startsEarlyDown: false)
      case .bottomLeft, .rightTop: .half(startsEarlyAcross: false, startsEarlyDown: true)
      case .bottomRight, .rightBottom: .half(startsEarlyAcross: true, startsEarlyDown: true)
      }
  }
}
