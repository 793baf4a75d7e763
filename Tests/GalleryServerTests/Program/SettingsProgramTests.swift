// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import NIOCore
import Testing

/// Tests of the options of the program, from all sources.
struct SettingsProgramTests {
  private static let program = ServerChild.program

  /// Runs the program until it ends, and returns its output.
  private func run(
    _ words: [String], environment: [String: String] = [:], in folder: String, status: Int32 = 0
  ) async throws -> String {
    let child = try ChildProcess(
      [Self.program] + words, printingInto: folder, environment: environment)
    await child.waitUntilExit()
    #expect(child.process.terminationStatus == status, "\(words) \(environment)")
    return try child.text()
  }

  private func write(_ text: String, to name: String, in folder: String) throws -> String {
    let path = folder + "/" + name
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func printsValuesAndSources() async throws {
    try await ProgramTests.inFolder { folder in
      let file = try write(
        """
        {"store": "from-file", "listen": "127.0.0.1:1", "connection-limit": 100, "insecure": true,
         "http2-cleartext": true,
         "allow-host": ["a.example", "b.example"]}
        """, to: "a.json", in: folder)
      let environment = [
        "PAGE_GALLERY_LISTEN": "127.0.0.1:2", "PAGE_GALLERY_CONNECTION_LIMIT_PER_ADDRESS": "5",
        "PAGE_GALLERY_TRUST_PROXY": "10.0.0.0/8,::1", "PAGE_GALLERY_PUBLIC_URL": "",
        "PAGE_GALLERY_CONFIG": file,
      ]
      let text = try await run(
        ["--print-config", "--listen", "127.0.0.1:3", "--allow-origin", "https://v.example"],
        environment: environment, in: folder)
      #expect(
        text == """
          store: "from-file"  # 'store' in \(file)
          # work-folder: null  # default
          original-cache-size: "1G"  # default
          listen: "127.0.0.1:3"  # --listen
          # public-url: null  # default
          allow-host: ["a.example", "b.example"]  # 'allow-host' in \(file)
          allow-origin: ["https://v.example"]  # --allow-origin
          trust-proxy: ["10.0.0.0/8", "::1"]  # PAGE_GALLERY_TRUST_PROXY
          # tls-certificate: null  # default
          # tls-key: null  # default
          http2-cleartext: true  # 'http2-cleartext' in \(file)
          insecure: true  # 'insecure' in \(file)
          page-limit: "64M"  # default
          thumbnail-memory: "64M"  # default
          connection-limit: "100"  # 'connection-limit' in \(file)
          connection-limit-per-address: "5"  # PAGE_GALLERY_CONNECTION_LIMIT_PER_ADDRESS
          log-format: "text"  # default
          log-level: "info"  # default

          """)
      // What it prints is a configuration file itself.
      let copy = try write(text, to: "copy.yaml", in: folder)
      let again = try await run(["--print-config", "--config", copy], in: folder)
      let values = [text, again].map { text in
        text.split(separator: "\n").map { $0.prefix { $0 != "#" } }
      }
      #expect(values[0] == values[1])
      #expect(!FileManager.default.fileExists(atPath: folder + "/from-file"))
      let closed = try await run(
        ["--print-config", "--config", copy, "--no-insecure"], in: folder)
      #expect(closed.contains("insecure: false  # --insecure\n"))
    }
  }

  @Test func sizesMayBeLongNumbersOfBytes() async throws {
    try await ProgramTests.inFolder { folder in
      let words = ["--print-config", "--store", folder + "/store", "--page-limit", "5000000000"]
      let text = try await run(words, in: folder)
      #expect(text.contains("page-limit: \"5000000000\"  # --page-limit\n"))
    }
  }

  private static let files: [(name: String, text: String)] = [
    ("a.json", "{\"stor\": \"x\"}"), ("a.yaml", "stor: x\n"), ("a.yaml", "store: {path: x}\n"),
    ("a.json", "{\"store\": {\"path\": \"x\"}}"), ("a.json", "{\"store\": [\"x\"]}"),
    ("a.json", "[]"), ("a.json", "{"), ("a.json", "{\"insecure\": \"maybe\"}"),
    ("a.json", "{\"allow-host\": [1]}"), ("a.yaml", "- store\n"), ("a.yaml", "store: [\n"),
    ("a.toml", "store = 'x'\n"), ("a.json", "{\"listen\": \"127.0.0.1\"}"),
    ("a.json", "{\"public-url\": \"gallery\"}"), ("a.yml", "trust-proxy: [proxy.example]\n"),
    ("a.yml", "allow-origin: ['https://viewer.example/path']\n"),
    ("a.yml", "allow-origin: ['*']\n"), ("a.yml", "page-limit: 0\n"),
    ("a.yml", "page-limit: 1T\n"), ("a.yml", "connection-limit: 0\n"),
    ("a.yml", "connection-limit: 10\nconnection-limit-per-address: 11\n"),
  ]

  @Test(arguments: files.indices)
  func refusesFiles(index: Int) async throws {
    try await ProgramTests.inFolder { folder in
      let (name, text) = Self.files[index]
      let file = try write(text, to: name, in: folder)
      // The store is not the reason.
      let words = ["--store", folder + "/store", "--config", file]
      let isStore = text.contains("stor")
      _ = try await run(isStore ? ["--config", file] : words, in: folder, status: 78)
      #expect(!FileManager.default.fileExists(atPath: folder + "/store"))
    }
  }

  @Test(arguments: [
    ("a.json", "{", "a.json, line 1 cannot be read: the text is not valid JSON; correct it"),
    ("a.json", "{\"store\": \"x\",\n\n\"listen\": x}", "a.json, line 3 cannot be read"),
    (
      "a.json", "{\"store\": \"x\",\n\"store\": \"y\"}",
      "line 2 cannot be read: a key of an object occurs"
    ),
    ("a.json", "[]", "a.json cannot be read: it is not an object with options; write the name"),
    ("a.yaml", "- store\n", "a.yaml cannot be read: it is not an object with options"),
    ("a.yaml", "listen: a\nstore: [\n", "a.yaml, line 3 cannot be read: "),
    ("a.yaml", "store: a\nstore: b\n", "store occurs twice"),
    ("a.yaml", "stor: x\n", "has the unknown option 'stor'; there are: store"),
    ("a.json", "{\"allow-host\": [1]}", "'allow-host' in"),
  ])
  func namesThePlaceOfAMistake(name: String, text: String, expected: String) async throws {
    try await ProgramTests.inFolder { folder in
      let file = try write(text, to: name, in: folder)
      let shell = ["/bin/sh", "-c", #"exec "$0" "$@" 2>&1"#, Self.program]
      let child = try ChildProcess(shell + ["--config", file], printingInto: folder)
      await child.waitUntilExit()
      #expect(child.process.terminationStatus == 78)
      let output = try child.text()
      #expect(output.contains(expected), "\(output)")
      #expect(!output.contains("Error(") && output.split(separator: "\n").count == 1)
    }
  }

  @Test(
    arguments: [
      (["--config", "missing.json"], [:], 66), ([], ["PAGE_GALLERY_CONFIG": "missing.json"], 66),
      (["--listen", "127.0.0.1"], [:], 64), ([], ["PAGE_GALLERY_LISTEN": "127.0.0.1"], 78),
      ([], ["PAGE_GALLERY_INSECURE": "maybe"], 78),
      (["--connection-limit", "10", "--connection-limit-per-address", "64"], [:], 78),
      (["--connection-limit", "+100"], [:], 64),
      (["--listen", "127.0.0.1:+80"], [:], 64), (["--page-limit", "+5"], [:], 64),
      (["--page-limit", "9223372036854775808"], [:], 64), (["--page-limit", "K"], [:], 64),
      (["--public-url", "https://a.example:+443"], [:], 64),
      (["--tls-certificate", "a.pem"], [:], 78), (["--tls-key", "a.pem"], [:], 78),
      (["--tls-certificate", "a.pem", "--tls-key", "a.pem"], [:], 78),
      (["--tls-certificate", "a", "--tls-key", "a", "--http2-cleartext"], [:], 78),
      ([], ["PAGE_GALLERY_HTTP2_CLEARTEXT": "maybe"], 78),
      (
        ["--tls-certificate", "a", "--tls-key", "a", "--public-url", "http://a.example"], [:], 78
      ),
      (["--public-url", "https://a.example/?q"], [:], 64),
      (["--public-url", "https://user@a.example"], [:], 64),
      (["--public-url", "https://a.example/gallery"], [:], 64),
      (["--trust-proxy", "10.0.0.1/8"], [:], 64), (["--allow-origin", "null"], [:], 64),
      (["--allow-host", "a.example:80"], [:], 64), (["--unknown"], [:], 64),
    ] as [([String], [String: String], Int32)])
  func refusesOptions(
    words: [String], environment: [String: String], status: Int32
  ) async throws {
    try await ProgramTests.inFolder { folder in
      let store = folder + "/store"
      let text = try await run(
        ["--store", store] + words, environment: environment, in: folder, status: status)
      #expect(text.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: store))
    }
  }

  @Test func servesWithoutAnyOption() async throws {
    try await ProgramTests.inFolder { folder in
      let file = try write(
        "store: \(folder)/store\nlisten: 127.0.0.1:0\npublic-url: https://gallery.example\n",
        to: "a.yaml", in: folder)
      let child = try ChildProcess(
        [Self.program], printingInto: folder, environment: ["PAGE_GALLERY_CONFIG": file])
      defer { child.signal(SIGTERM) }
      while try !child.text().hasSuffix("\n") {
        #expect(child.process.isRunning)
        try await Task.sleep(for: .milliseconds(10))
      }
      let port = try #require(
        try child.text().split(separator: ":").last.flatMap { Int($0.dropLast()) })
      let request =
        "POST /d HTTP/1.1\r\nHost: gallery.example\r\nContent-Length: 7\r\n"
        + "Content-Type: application/x-www-form-urlencoded\r\n\r\ntitle=a"
      var answer = ""
      try await RawConnection.follow(request, to: port) { received in
        answer = received
        return received.hasSuffix("\r\n\r\n")
      }
      #expect(answer.hasPrefix("HTTP/1.1 303"))
      #expect(answer.contains("\r\nLocation: https://gallery.example/d/1\r\n"))
    }
  }

  @Test func warnsOfUnknownVariables() async throws {
    try await ProgramTests.inFolder { folder in
      let environment = [
        "PAGE_GALLERY_LISTN": "127.0.0.1:2", "PAGE_GALLERY_STORE": folder + "/file",
        "PAGE_GALLERY_ENGINES": "1", "PAGE_GALLERY_LOG_LEVEL": "warning",
      ]
      let warning = "the environment variable PAGE_GALLERY_LISTN is unknown and has no effect"
      let printed = try await ServerChild.failure(
        ["--print-config"], environment: environment, in: folder)
      #expect(printed.status == 0)
      #expect(printed.text == "gallery-server: warning: \(warning)\n")
      try Data().write(to: URL(fileURLWithPath: folder + "/file"))
      let started = try await ServerChild.failure(["serve"], environment: environment, in: folder)
      let lines = started.text.split(separator: "\n")
      #expect(lines.count == 2 && lines[0].contains(warning) && started.status == 65)
    }
  }
}
