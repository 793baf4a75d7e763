// SPDX-License-Identifier: Apache-2.0

extension ChromaLayout {
  /// The layout for a picture that is encoded after it is turned.
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
