// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// The configuration of a gallery.
///
/// The keys are the names of the model's properties, except for the options of the edit queue:
/// `coalescing` sets the policy of `updates`, `softLimit` and `hardLimit` its limits. Axis and
/// direction are not part of it because they have keys of their own.
struct ScriptConfiguration: ScriptValue {
  private(set) var configuration = GalleryConfiguration()

  static var expectation: String { "an object" }

  private typealias Property = WritableKeyPath<GalleryConfiguration, Double> & Sendable

  /// The keys with numeric values, and the properties that they set.
  private static let numbers: KeyValuePairs<String, any Property> = [
    "interPageSpacing": \.interPageSpacing,
    "parallaxFactor": \.parallaxFactor,
    "defaultAspectRatio": \.defaultAspectRatio,
    "interItemSpacing": \.interItemSpacing,
    "expandedMargin": \.expandedMargin,
    "minimumAspectRatio": \.minimumAspectRatio,
    "maximumAspectRatio": \.maximumAspectRatio,
    "overscan": \.overscan,
    "hysteresis": \.hysteresis,
    "speed": \.speed,
  ]

  /// The names of all keys.
  static let keys = numbers.map(\.key) + ["prefetchAhead", "reducedMotion"] + queueKeys

  /// The names of the keys that set options of the edit queue.
  static let queueKeys = ["coalescing", "softLimit", "hardLimit"]

  init() {}

  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    try object.allow(Self.keys)
    for (key, property) in Self.numbers {
      configuration[keyPath: property] =
        try object.value(key, default: configuration[keyPath: property])
    }
    configuration.prefetchAhead =
      try object.value("prefetchAhead", default: configuration.prefetchAhead)
    configuration.reducedMotion =
      try object.value("reducedMotion", default: configuration.reducedMotion)
    configuration.updates = try Self.updates(in: object)
  }

  private static func updates(in object: ScriptObject) throws -> UpdateConfiguration {
    let standard = UpdateConfiguration()
    let policy = UpdateConfiguration.Policy.ScriptName.coalesce
    return UpdateConfiguration(
      policy: try object.value("coalescing", default: policy).policy,
      softLimit: try object.value("softLimit", default: standard.softLimit),
      hardLimit: try object.value("hardLimit", default: standard.hardLimit))
  }
}
