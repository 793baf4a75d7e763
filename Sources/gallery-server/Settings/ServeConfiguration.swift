// SPDX-License-Identifier: Apache-2.0

import GalleryServer
import Logging

/// The configuration of a server, of which every value is valid, and no two contradict each other.
struct ServeConfiguration: Sendable {
  let store: StorePlace
  let workFolder: String?
  let originalCacheByteCount: Int
  let listen: ListenAddress
  let publicURL: String?
  let allowedHosts: [String]
  let allowedOrigins: [String]
  let trustedProxies: [AddressBlock]
  let tlsFiles: (certificate: String, key: String)?
  let acceptsCleartextHTTP2: Bool
  let isInsecure: Bool
  let pageByteLimit: Int
  let thumbnailMemoryByteCount: Int
  let connectionLimit: Int
  let connectionLimitPerAddress: Int
  let logFormat: LogFormat
  let logLevel: Logger.Level

  /// Checks all values.
  ///
  /// - Throws: `StartupFailure` with the source of the first wrong value.
  init(_ settings: ServeSettings) throws(StartupFailure) {
    let reader = SettingReader(settings: settings)
    store = try reader.value(.store, StorePlace.form, StorePlace.init)
    workFolder = try reader.optional(.workFolder, "the path of a folder") {
      $0.isEmpty ? nil : $0
    }
    originalCacheByteCount = try reader.size(.originalCacheSize, isZeroAllowed: true)
    listen = try reader.value(
      .listen, "a host and a port, such as 127.0.0.1:8080", ListenAddress.init(argument:))
    publicURL = try reader.optional(
      .publicURL, "a URL without a path, such as https://gallery.example", PublicURL.base)
    allowedHosts = try reader.list(.allowHost, "a host name without port") { name in
      name.contains { "/:@? ".contains($0) } || name.isEmpty ? nil : name
    }
    allowedOrigins = try reader.list(
      .allowOrigin, "an origin such as https://viewer.example, without a path", PublicURL.origin)
    trustedProxies = try reader.list(
      .trustProxy, "an address or a block such as 10.0.0.0/8", { AddressBlock($0) })
    tlsFiles = try reader.tlsFiles()
    acceptsCleartextHTTP2 = try reader.value(.http2Cleartext, "true or false") { Bool($0) }
    isInsecure = try reader.value(.insecure, "true or false") { Bool($0) }
    pageByteLimit = try reader.size(.pageLimit)
    thumbnailMemoryByteCount = try reader.size(.thumbnailMemory, isZeroAllowed: true)
    connectionLimit = try reader.count(.connectionLimit)
    let limitPerAddress = try reader.count(.connectionLimitPerAddress)
    connectionLimitPerAddress =
      reader.isUnset(.connectionLimitPerAddress)
      ? min(limitPerAddress, connectionLimit) : limitPerAddress
    logFormat = try reader.value(.logFormat, "text or json", LogFormat.init(rawValue:))
    logLevel = try reader.value(
      .logLevel, "trace, debug, info, notice, warning or error", Logger.Level.init(rawValue:))
    guard workFolder == nil || store.isServed else {
      throw reader.contradiction(
        .workFolder, .store, "is not possible with the folder of",
        "only a store on servers needs it")
    }
    guard workFolder != nil || originalCacheByteCount == 0 || reader.isStandard(.originalCacheSize)
    else { throw reader.lack(of: .workFolder, for: .originalCacheSize) }
    guard connectionLimitPerAddress <= connectionLimit else {
      throw reader.contradiction(
        .connectionLimitPerAddress, .connectionLimit,
        "allows more connections than", "lower the first, or raise the second")
    }
    guard tlsFiles == nil || !acceptsCleartextHTTP2 else {
      throw reader.contradiction(
        .http2Cleartext, .tlsCertificate, "is not possible with",
        "encrypted connections have HTTP/2 without it")
    }
    guard tlsFiles == nil || publicURL?.hasPrefix("http:") != true else {
      throw reader.contradiction(
        .publicURL, .tlsCertificate, "is not encrypted, unlike the server with",
        "begin the URL with https, or let a proxy encrypt")
    }
  }

  /// The host of the public URL, without port.
  var publicHost: String? { publicURL.flatMap { PublicURL($0)?.host } }
}

/// Reads settings as values.
private struct SettingReader {
  let settings: ServeSettings

  func value<Value>(
    _ option: ServeOption, _ form: String, _ read: (String) -> Value?
  ) throws(StartupFailure) -> Value {
    guard let value = try optional(option, form, read) else {
      throw StartupFailure(
        .usage,
        "\(option.flag) is missing: it needs \(form), here, in \(option.variable) or in a "
          + "configuration file")
    }
    return value
  }

  func optional<Value>(
    _ option: ServeOption, _ form: String, _ read: (String) -> Value?
  ) throws(StartupFailure) -> Value? {
    guard let text = settings[option].values.first else { return nil }
    guard let value = read(text) else { throw mistake(option, form) }
    return value
  }

  func list<Value>(
    _ option: ServeOption, _ form: String, _ read: (String) -> Value?
  ) throws(StartupFailure) -> [Value] {
    var values: [Value] = []
    for text in settings[option].values {
      guard let value = read(text) else { throw mistake(option, form) }
      values.append(value)
    }
    return values
  }

  /// The files of TLS, of which one needs the other.
  func tlsFiles() throws(StartupFailure) -> (certificate: String, key: String)? {
    let form = "the path of a file in PEM"
    let certificate = try optional(.tlsCertificate, form) { $0.isEmpty ? nil : $0 }
    let key = try optional(.tlsKey, form) { $0.isEmpty ? nil : $0 }
    if let certificate, let key { return (certificate, key) }
    guard certificate == nil, key == nil else {
      let (given, missing): (ServeOption, ServeOption) =
        key == nil ? (.tlsCertificate, .tlsKey) : (.tlsKey, .tlsCertificate)
      throw lack(of: missing, for: given)
    }
    return nil
  }

  /// Whether nobody has set an option.
  func isUnset(_ option: ServeOption) -> Bool { settings[option].source == .standard }

  /// Whether an option has its default, also in a file that was printed.
  func isStandard(_ option: ServeOption) -> Bool {
    settings[option].values.first == option.defaultText
  }

  func lack(of missing: ServeOption, for given: ServeOption) -> StartupFailure {
    StartupFailure(
      .configuration, "\(settings[given].source.name(of: given)) needs \(missing.flag) as well")
  }

  func size(_ option: ServeOption, isZeroAllowed: Bool = false) throws(StartupFailure) -> Int {
    try value(option, "a number of bytes, such as 64M") { text in
      let count = ByteCountArgument(argument: text)?.count
      return count == 0 && !isZeroAllowed ? nil : count
    }
  }

  func count(_ option: ServeOption) throws(StartupFailure) -> Int {
    try value(option, "a number from 1 to 65535") { text in
      UInt16(digits: text).flatMap { $0 > 0 ? Int($0) : nil }
    }
  }

  func mistake(_ option: ServeOption, _ form: String) -> StartupFailure {
    let source = settings[option].source
    return StartupFailure(
      source == .flag ? .usage : .configuration, "\(source.name(of: option)) needs \(form)")
  }

  func contradiction(
    _ first: ServeOption, _ second: ServeOption, _ relation: String, _ remedy: String
  ) -> StartupFailure {
    let names = [first, second].map { settings[$0].source.name(of: $0) }
    return StartupFailure(.configuration, "\(names[0]) \(relation) \(names[1]): \(remedy)")
  }
}
