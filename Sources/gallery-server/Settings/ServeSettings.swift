// SPDX-License-Identifier: Apache-2.0

import Configuration
import FoundationEssentials

/// The effective values of all options, as text, with their sources.
struct ServeSettings: Sendable {
  /// The value of an option.
  struct Setting: Sendable {
    let option: ServeOption

    /// One text, or those of a list; none if there is no value.
    let values: [String]

    let source: SettingSource
  }

  private let settings: [ServeOption: Setting]

  /// Reads the options of all sources.
  ///
  /// - Parameters:
  ///   - flags: The values of the command line.
  ///   - environment: The environment variables.
  ///   - file: The configuration file, if there is one.
  /// - Throws: `StartupFailure` if a value has another form than its option.
  init(
    flags: [ServeOption: ConfigContent], environment: [String: String], file: SettingsFile?
  ) throws(StartupFailure) {
    let key = { (option: ServeOption) in AbsoluteConfigKey([option.rawValue]) }
    let given = InMemoryProvider(
      name: "flags",
      values: Dictionary(
        uniqueKeysWithValues: flags.map { (key($0), ConfigValue($1, isSecret: false)) }))
    // An empty variable counts as missing, as a shell cannot always remove one.
    let variables = EnvironmentVariablesProvider(
      environmentVariables: environment.filter { !$0.value.isEmpty }
    ).prefixKeys(with: ["page", "gallery"])
    var sources: [(SettingSource, any ConfigSnapshot)] = [
      (.flag, given.snapshot()), (.environment, variables.snapshot()),
    ]
    if let file { sources.append((.file(file.path), file.snapshot)) }
    var settings: [ServeOption: Setting] = [:]
    for option in ServeOption.allCases {
      settings[option] = try Self.setting(option, key(option), in: sources)
    }
    self.settings = settings
  }

  /// Returns the value of an option.
  subscript(option: ServeOption) -> Setting {
    settings[option] ?? Setting(option: option, values: [], source: .standard)
  }

  private static func setting(
    _ option: ServeOption, _ key: AbsoluteConfigKey,
    in sources: [(SettingSource, any ConfigSnapshot)]
  ) throws(StartupFailure) -> Setting {
    for (source, snapshot) in sources {
      do {
        guard let values = try values(option, key, in: snapshot) else { continue }
        return Setting(option: option, values: values, source: source)
      } catch {
        throw StartupFailure(.configuration, mistake(in: option, source))
      }
    }
    let standard = option.defaultText.map { [$0] } ?? []
    return Setting(option: option, values: standard, source: .standard)
  }

  private static func values(
    _ option: ServeOption, _ key: AbsoluteConfigKey, in snapshot: any ConfigSnapshot
  ) throws -> [String]? {
    switch option.kind {
    case .list: return try snapshot.value(forKey: key, type: .stringArray).value?.texts
    case .flag: return try snapshot.value(forKey: key, type: .bool).value?.texts
    case .text:
      // A number in a file is a text as well.
      if let value = try? snapshot.value(forKey: key, type: .string).value { return value.texts }
      return try snapshot.value(forKey: key, type: .int).value?.texts
    }
  }

  private static func mistake(in option: ServeOption, _ source: SettingSource) -> String {
    let form =
      switch option.kind {
      case .text: "a text or a whole number"
      case .list: "a list of texts"
      case .flag: "true or false"
      }
    return "\(source.name(of: option)) needs \(form)"
  }
}

extension ConfigValue {
  /// The value as texts.
  fileprivate var texts: [String] {
    switch content {
    case .string(let text): [text]
    case .int(let number): ["\(number)"]
    case .bool(let flag): ["\(flag)"]
    case .stringArray(let texts): texts
    default: []
    }
  }
}

extension ServeSettings {
  /// All values in the form of a configuration file in YAML, each with its source.
  func report() -> [String] {
    ServeOption.allCases.map { option in
      let setting = self[option]
      // What has no value is a comment.
      let name =
        setting.values.isEmpty && option.kind == .text ? "# " + option.rawValue : option.rawValue
      let value =
        switch option.kind {
        case .flag: setting.values.first ?? "false"
        case .list: "[" + setting.values.map(Self.quoted).joined(separator: ", ") + "]"
        case .text:
          setting.values.first.map { Self.quoted(Self.publicText($0, of: option)) } ?? "null"
        }
      let source = setting.source == .standard ? "default" : setting.source.name(of: option)
      return "\(name): \(value)  # \(source)"
    }
  }

  /// Returns a value without the password that a store's location may contain.
  private static func publicText(_ text: String, of option: ServeOption) -> String {
    option == .store ? StorePlace(text)?.description ?? text : text
  }

  private static func quoted(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
