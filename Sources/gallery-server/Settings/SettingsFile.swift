// SPDX-License-Identifier: Apache-2.0

import Configuration
import FoundationEssentials
import GalleryServer
import Glibc
import Yams

/// A configuration file: JSON or YAML, by the end of its name.
struct SettingsFile: Sendable {
  /// The maximum size, in bytes.
  private static let byteLimit = 1 << 20

  let path: String
  let snapshot: any ConfigSnapshot

  /// Reads a file.
  ///
  /// - Throws: `StartupFailure` if it cannot be read, is malformed, or has unknown keys.
  init(path: String) throws(StartupFailure) {
    self.path = path
    guard let data = FileManager.default.contents(atPath: path) else {
      let reason = access(path, R_OK) == 0 ? "it is no file" : String(cString: strerror(errno))
      throw StartupFailure(
        .missingInput, "the configuration \(path) cannot be read: \(reason); check --config")
    }
    guard data.count <= Self.byteLimit else {
      throw StartupFailure(.configuration, "the configuration \(path) has more than 1 MiB")
    }
    do {
      let bytes = [UInt8](data)
      let shape: SettingsShape
      switch path.split(separator: ".").last?.lowercased() {
      case "json":
        try JSONCheck.check(bytes)
        shape = try JSONDecoder().decode(SettingsShape.self, from: data)
        snapshot = try JSONSnapshot(
          data: bytes.span.bytes, providerName: path, parsingOptions: .default)
      case "yaml", "yml":
        shape = try YAMLDecoder().decode(SettingsShape.self, from: data)
        snapshot = try YAMLSnapshot(
          data: bytes.span.bytes, providerName: path, parsingOptions: .default)
      default:
        throw StartupFailure(
          .configuration, "the configuration \(path) needs a name that ends in .json or .yaml")
      }
      try shape.check(path)
    } catch let failure as StartupFailure {
      throw failure
    } catch {
      throw StartupFailure(.configuration, SettingsMistake(error, in: data).message(path))
    }
  }
}

/// The keys of a configuration file.
private struct SettingsShape: Decodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// All keys, and those whose values are objects.
  private let keys: [String]
  private let nestedKeys: [String]

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    keys = values.allKeys.map(\.stringValue)
    nestedKeys = values.allKeys.filter {
      (try? values.nestedContainer(keyedBy: Key.self, forKey: $0)) != nil
    }.map(\.stringValue)
  }

  /// Requires that all keys are names of options, with plain values.
  func check(_ path: String) throws(StartupFailure) {
    let known = ServeOption.allCases.map(\.rawValue)
    if let key = keys.sorted().first(where: { !known.contains($0) }) {
      throw StartupFailure(
        .configuration,
        "the configuration \(path) has the unknown option '\(key)'; there are: "
          + known.joined(separator: ", "))
    }
    if let key = nestedKeys.min() {
      throw StartupFailure(
        .configuration, "'\(key)' in \(path) needs a plain value, not an object")
    }
  }
}
