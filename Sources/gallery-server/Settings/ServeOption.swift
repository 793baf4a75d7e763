// SPDX-License-Identifier: Apache-2.0

/// The options of a server, with the names that they have on the command line, in the environment and in
/// a configuration file.
enum ServeOption: String, CaseIterable, Sendable {
  case store
  case workFolder = "work-folder"
  case originalCacheSize = "original-cache-size"
  case listen
  case publicURL = "public-url"
  case allowHost = "allow-host"
  case allowOrigin = "allow-origin"
  case trustProxy = "trust-proxy"
  case tlsCertificate = "tls-certificate"
  case tlsKey = "tls-key"
  case http2Cleartext = "http2-cleartext"
  case insecure
  case pageLimit = "page-limit"
  case thumbnailMemory = "thumbnail-memory"
  case connectionLimit = "connection-limit"
  case connectionLimitPerAddress = "connection-limit-per-address"
  case logFormat = "log-format"
  case logLevel = "log-level"

  /// The form of a value.
  enum Kind: Sendable {
    case text
    case list
    case flag
  }

  /// The beginning of the names of environment variables.
  static let variablePrefix = "PAGE_GALLERY_"

  var kind: Kind {
    switch self {
    case .allowHost, .allowOrigin, .trustProxy: .list
    case .insecure, .http2Cleartext: .flag
    default: .text
    }
  }

  /// The value without any source, `nil` for none.
  var defaultText: String? {
    switch self {
    case .listen: "127.0.0.1:8080"
    case .originalCacheSize: "1G"
    case .pageLimit, .thumbnailMemory: "64M"
    case .connectionLimit: "512"
    case .connectionLimitPerAddress: "64"
    case .insecure, .http2Cleartext: "false"
    case .logFormat: "text"
    case .logLevel: "info"
    default: nil
    }
  }

  /// The name of the flag.
  var flag: String { "--" + rawValue }

  /// The name of the environment variable.
  var variable: String {
    Self.variablePrefix + rawValue.uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

extension ServeOption {
  /// The variables with the same beginning that are not options: the configuration file, and those of the
  /// build and of tests.
  private static let otherVariables = ["CONFIG", "DECODERS_ONLY", "ENGINES", "SHARED_RUNS"]

  /// Returns a sentence for each variable that looks like an option and is none.
  static func warnings(about environment: [String: String]) -> [String] {
    let known = allCases.map(\.variable) + otherVariables.map { variablePrefix + $0 }
    let unknown = Set(environment.keys.filter { $0.hasPrefix(variablePrefix) }).subtracting(known)
    return unknown.sorted().map { "the environment variable \($0) is unknown and has no effect" }
  }
}

/// The place from which a value comes; earlier cases are stronger.
enum SettingSource: Hashable, Sendable {
  case flag
  case environment
  case file(String)
  case standard

  /// Names the source of an option, for messages.
  func name(of option: ServeOption) -> String {
    switch self {
    case .flag: option.flag
    case .environment: option.variable
    case .file(let path): "'\(option.rawValue)' in \(path)"
    case .standard: "the default of \(option.flag)"
    }
  }
}
