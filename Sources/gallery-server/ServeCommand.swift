// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Configuration
import FoundationEssentials

/// The command that serves a store.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serves a page store until it is interrupted.",
    discussion: """
      If the folder is missing or empty, a store is created. A store on servers has a location such as \
      'postgresql://scans@db/scans?objects=s3://scans/archive', where objects may also be a folder that all \
      servers share; its tables are created if the database has none. Several servers may serve it. When the server answers requests, it prints \
      one line on standard output: listening on http://127.0.0.1:8080. The log on standard error has a line \
      for each request.

      As long as no token was added to the store, a server on a loopback address is open to all programs \
      of this machine, and does not start on another address, unless with --insecure. See 'token'.

      Every option can also be an environment variable, such as PAGE_GALLERY_PUBLIC_URL, with commas \
      between the values of a list, or a key of the configuration file, such as public-url. Options are \
      stronger than variables, and variables than the file.

      SIGTERM, SIGINT and SIGHUP end the server when the requests in progress are answered, at the latest after \
      10 seconds; a second SIGTERM or SIGINT ends it at once.

      Exit statuses: 0 after a signal; 64 a mistake in the options; 65 a damaged store or something else \
      in its place; 66 a missing file; 69 the address is in use or not one of this machine, or the database cannot be reached; 73 a disk that is full or cannot be written; \
      74 an error of the disk; 75 the store is locked; 77 no permission; 78 a configuration that does not fit.
      """)

  @Option(help: "The folder of the store, or its location on servers; see below.")
  var store: String?

  @Option(
    help: """
      The folder for received bytes and thumbnails of a store on servers, which may be lost. (default: a
      temporary one)
      """)
  var workFolder: String?

  @Option(
    help: """
      The space in the work folder for originals of an object store, in bytes, or with K, M or G; 0 for none.
      (default: 1G)
      """)
  var originalCacheSize: String?

  @Option(
    help:
      "The address and the port to listen on; port 0 takes a free one. (default: 127.0.0.1:8080)")
  var listen: String?

  @Option(name: .customLong("public-url"), help: "The URL under which browsers know the server.")
  var publicURL: String?

  @Option(help: "A further host name under which the server answers; may be repeated.")
  var allowHost: [String] = []

  @Option(help: "An origin whose pages may use the interface with tokens; may be repeated.")
  var allowOrigin: [String] = []

  @Option(
    help: "The address of a proxy, or a block, whose Forwarded fields count; may be repeated.")
  var trustProxy: [String] = []

  @Option(help: "A certificate with its chain, in PEM: the server speaks https, also with HTTP/2.")
  var tlsCertificate: String?

  @Option(help: "The private key of the certificate, in PEM. Both files may change at any time.")
  var tlsKey: String?

  @Flag(
    name: .customLong("http2-cleartext"), inversion: .prefixedNo,
    help: "Accept HTTP/2 without encryption as well, from a proxy that knows of it.")
  var http2Cleartext: Bool?

  @Flag(
    inversion: .prefixedNo,
    help: "Listen on an address that other machines reach although there is no token.")
  var insecure: Bool?

  @Option(help: "The maximum size of a page, in bytes, or with K, M or G. (default: 64M)")
  var pageLimit: String?

  @Option(help: "The memory for thumbnails, in bytes, or with K, M or G. (default: 64M)")
  var thumbnailMemory: String?

  @Option(help: "The maximum number of connections. (default: 512)")
  var connectionLimit: String?

  @Option(
    help: """
      The maximum number of connections of one address, except this machine's and those of trusted proxies; \
      by default no more than --connection-limit. (default: 64)
      """)
  var connectionLimitPerAddress: String?

  @Option(help: "The form of the log on standard error: text or json. (default: text)")
  var logFormat: String?

  @Option(
    help: """
      The least important messages of the log: trace, debug, info, notice, warning or error. The lines of
      requests are of the level info. (default: info)
      """)
  var logLevel: String?

  @Option(help: "A configuration file: JSON or YAML, by the end of its name.")
  var config: String?

  @Flag(help: "Print the value and the source of every option, and end.")
  var printConfig = false

  func run() async throws {
    do {
      let environment = ProcessInfo.processInfo.environment
      let settings = try settings(environment)
      let warnings = ServeOption.warnings(about: environment)
      if printConfig {
        for warning in warnings {
          StandardStreams.print("gallery-server: warning: \(warning)", to: .error)
        }
        for line in settings.report() { StandardStreams.print(line, to: .output) }
      }
      let configuration = try ServeConfiguration(settings)
      guard !printConfig else { return }
      let manager = ServiceManager(environment: environment)
      let process = ServerProcess(options: configuration, warnings: warnings, manager: manager)
      try await process.run()
    } catch let failure as StartupFailure {
      throw failure.exit()
    }
  }

  /// Reads all sources.
  private func settings(_ environment: [String: String]) throws(StartupFailure) -> ServeSettings {
    let path = config ?? environment[ServeOption.variablePrefix + "CONFIG"]
    var file: SettingsFile?
    if let path, !path.isEmpty { file = try SettingsFile(path: path) }
    return try ServeSettings(flags: flags, environment: environment, file: file)
  }

  /// The values of the command line.
  private var flags: [ServeOption: ConfigContent] {
    var flags: [ServeOption: ConfigContent] = [:]
    let texts: [(ServeOption, String?)] = [
      (.store, store), (.workFolder, workFolder), (.originalCacheSize, originalCacheSize),
      (.listen, listen), (.publicURL, publicURL), (.pageLimit, pageLimit),
      (.tlsCertificate, tlsCertificate), (.tlsKey, tlsKey),
      (.thumbnailMemory, thumbnailMemory), (.connectionLimit, connectionLimit),
      (.connectionLimitPerAddress, connectionLimitPerAddress), (.logFormat, logFormat),
      (.logLevel, logLevel),
    ]
    for (option, text) in texts { flags[option] = text.map { .string($0) } }
    let lists: [(ServeOption, [String])] = [
      (.allowHost, allowHost), (.allowOrigin, allowOrigin), (.trustProxy, trustProxy),
    ]
    for (option, list) in lists where !list.isEmpty { flags[option] = .stringArray(list) }
    flags[.insecure] = insecure.map { .bool($0) }
    flags[.http2Cleartext] = http2Cleartext.map { .bool($0) }
    return flags
  }
}
