// SPDX-License-Identifier: Apache-2.0

import GalleryGeometry
import GalleryPages
import PageImaging
import PageStorage

/// A page as JSON, for users and scripts.
struct PageRepresentation: Encodable {
  let id: UInt64
  let document: Int64
  /// The index in the document, `nil` for a page in the trash.
  let index: Int?
  /// The index before the deletion of a page in the trash.
  let formerIndex: Int?
  let aspectRatio: Double?
  let key: PageKey
  /// The pixels as shown, upright and with the user's rotation.
  let width: Int?
  let height: Int?
  /// The pixels per inch as shown, along both axes; `nil` if the image does not state them.
  let density: [Double]?
  let rotation: Int
  /// The number of times that the image was replaced or rotated.
  let contentVersion: Int
  let format: String?
  let byteCount: Int
  let digest: String
  let damage: String?
  /// The date at which the page was added, `nil` if it is unknown.
  let created: Timestamp?
  /// The sanitized name of the file that was added, `nil` if it is unknown or was not read.
  let fileName: String?
  let trashed: Timestamp?

  init(_ page: StoredPage, index: Int?, fileName: String? = nil) {
    id = page.id.rawValue
    document = page.document.rawValue
    self.index = index
    formerIndex = page.trash?.index
    aspectRatio = page.aspectRatio
    key = page.key
    let size = page.header?.facts.shownSize(turned: page.rotation.swapsSides)
    (width, height) = (size?.width, size?.height)
    density = page.header?.facts.shownDensity(turned: page.rotation.swapsSides)
    rotation = page.rotation.count * 90
    contentVersion = page.contentVersion
    format = page.header?.facts.format.rawValue
    byteCount = page.byteCount
    digest = page.digest.description
    damage = page.damage
    created = page.created.map { Timestamp($0) }
    self.fileName = fileName
    trashed = page.trash.map { Timestamp($0.date) }
  }
}

extension ImageFacts {
  /// The pixels as shown.
  func shownSize(turned: Bool) -> PixelSize {
    let swaps = orientation.swapsSides != turned
    return swaps
      ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
  }
  /// The pixels per inch as shown, to two digits.
  func shownDensity(turned: Bool) -> [Double]? {
    guard let density, let factor = density.unit.perInch else { return nil }
    let numbers = [density.x, density.y].map { ($0 * factor * 100).rounded() / 100 }
    guard numbers.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    return orientation.swapsSides != turned ? numbers.reversed() : numbers
  }
}

extension PixelDensity.Unit {
  /// The factor that turns pixels per unit into pixels per inch, `nil` without a unit.
  fileprivate var perInch: Double? {
    switch self {
    case .aspect: nil
    case .inch: 1
    case .centimeter: 2.54
    case .meter: 0.0254
    }
  }
}
