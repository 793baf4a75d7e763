// SPDX-License-Identifier: Apache-2.0

import GallerySharing

/// The settings with which a script opens a gallery.
struct GallerySettings {
  /// The count of numbers of the settings.
  static let length = 24

  let viewport: GalleryViewport
  let version: Int
  let activeIndex: Int
  let configuration: GalleryConfiguration

  /// Reads the settings, each NaN for its default.
  init(_ list: inout ListReader) throws(KernelCode) {
    viewport = GalleryViewport(preview: try Self.size(&list), strip: try Self.size(&list))
    version = try list.setting()?.asInteger ?? 0
    activeIndex = try list.setting()?.asInteger ?? 0
    configuration = try Self.configuration(&list)
  }

  private static func size(_ list: inout ListReader) throws(KernelCode) -> Size {
    try checkedSize(try list.setting() ?? 0, try list.setting() ?? 0)
  }

  private static func configuration(
    _ list: inout ListReader
  ) throws(KernelCode) -> GalleryConfiguration {
    var result = GalleryConfiguration()
    if try list.flag() { result.axis = .vertical }
    if try list.flag() { result.direction = .rightToLeft }
    result.reducedMotion = try list.flag()
    try list.set(&result.interPageSpacing)
    try list.set(&result.parallaxFactor)
    try list.set(&result.defaultAspectRatio)
    try list.set(&result.interItemSpacing)
    try list.set(&result.expandedMargin)
    try list.set(&result.minimumAspectRatio)
    try list.set(&result.maximumAspectRatio)
    try list.set(&result.overscan)
    try list.set(&result.hysteresis)
    try list.set(&result.prefetchAhead)
    try list.set(&result.speed)
    if try list.flag() { result.updates.policy = .serial }
    try list.set(&result.updates.softLimit)
    try list.set(&result.updates.hardLimit)
    guard try list.setting() == nil else { throw .outOfRange }
    return result
  }
}

extension ListReader {
  /// Reads a setting, `nil` for its default.
  @inline(never)
  fileprivate mutating func setting() throws(KernelCode) -> Double? { try next().asSetting }

  /// Reads a flag that is `false` by default.
  @inline(never)
  fileprivate mutating func flag() throws(KernelCode) -> Bool { try setting()?.asFlag ?? false }

  @inline(never)
  fileprivate mutating func set(_ number: inout Double) throws(KernelCode) {
    if let value = try setting() { number = value }
  }

  @inline(never)
  fileprivate mutating func set(_ integer: inout Int) throws(KernelCode) {
    if let value = try setting() { integer = try value.asInteger }
  }
}
