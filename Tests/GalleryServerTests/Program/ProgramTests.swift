// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryTestSupport
import NIOCore
import NIOPosix
import PageStorage
import Testing

/// Tests of the built program.
struct ProgramTests {
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func servesUntilASignal(signal: Int32) async throws {
    try await Self.inFolder { folder in
      let server = try ServerChild(["--store", folder + "/store"], in: folder)
      let port = try await server.port()
      let answer = try await RawConnection.send(
        "GET /version HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", to: port)
      #expect(answer.contains("page-gallery"))
      server.child.signal(signal)
      await server.child.waitUntilExit()
      #expect(server.child.process.terminationStatus == 0)
      #expect(server.child.process.terminationReason == .exit)
      // The line is all that it prints.
      #expect(try server.child.text() == "listening on http://127.0.0.1:\(port)\n")
      let store = try await PageStore.open(at: folder + "/store")
      #expect(try await store.documents().isEmpty)
      await store.close()
    }
  }

  /// A server that was started with `nohup` outlives its terminal.
  @Test func anIgnoredSignalStaysIgnored() async throws {
    try await Self.inFolder { folder in
      let words = ["nohup", ServerChild.program, "--store", folder + "/store"]
      let child = try ChildProcess(
        ["/usr/bin/env"] + words + ["--listen", "127.0.0.1:0"], printingInto: folder)
      while try !child.text().hasSuffix("\n") { try await Task.sleep(for: .milliseconds(10)) }
      child.signal(SIGHUP)
      try await Task.sleep(for: .milliseconds(200))
      #expect(child.process.isRunning)
      child.signal(SIGTERM)
      await child.waitUntilExit()
      #expect(child.process.terminationStatus == 0)
    }
  }

  @Test func endsEventStreams() async throws {
    try await Self.inFolder { folder in
      let store = try await PageStore.open(at: folder + "/store")
      _ = try await store.createDocument(title: "a")
      await store.close()
      let server = try ServerChild(["--store", folder + "/store"], in: folder)
      let port = try await server.port()
      let request = "GET /api/v1/documents/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"
      var isSignaled = false
      try await RawConnection.follow(request, to: port) { received in
        guard received.contains("event: document") else { return false }
        if !isSignaled { server.child.signal(SIGTERM) }
        isSignaled = true
        return received.hasSuffix("0\r\n\r\n")
      }
      await server.child.waitUntilExit()
      #expect(server.child.process.terminationStatus == 0)
    }
  }

  /// The sentences of the help are wrapped once: no line ends where the next word has room.
  @Test(arguments: ["serve", "token", "token add", "token list", "token revoke"])
  func helpFillsItsLines(command: String) async throws {
    try await Self.inFolder { folder in
      let words = command.split(separator: " ").map(String.init) + ["--help"]
      let child = try ChildProcess(
        [ServerChild.program] + words, printingInto: folder, environment: ["COLUMNS": "80"])
      await child.waitUntilExit()
      let text = try #require(try child.text().split(separator: "USAGE:").first)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (line, next) in zip(lines, lines.dropFirst()) {
        guard !line.isEmpty, !next.hasPrefix(" "), let word = next.split(separator: " ").first
        else { continue }
        #expect(line.count + 1 + word.count >= 80, "\(line)")
      }
    }
  }

  @Test func listensOnIPv6() async throws {
    try await Self.inFolder { folder in
      let server = try ServerChild(
        ["serve", "--store", folder + "/store"], listen: "[::1]:0", in: folder)
      defer { server.child.signal(SIGTERM) }
      _ = try await server.port()
      #expect(try server.child.text().hasPrefix("listening on http://[::1]:"))
    }
  }

  @Test func refusesToStart() async throws {
    try await Self.inFolder { folder in
      try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/file"))
      try FileManager.default.createDirectory(
        atPath: folder + "/other", withIntermediateDirectories: false)
      try Data("text".utf8).write(to: URL(fileURLWithPath: folder + "/other/file"))
      let cases: [(words: [String], listen: String, status: Int32)] = [
        (["--store", folder + "/other"], "127.0.0.1:0", 65),
        (["--store", folder + "/file"], "127.0.0.1:0", 65),
        (["--store", folder + "/store"], "0.0.0.0:0", 78),
        (["--store", folder + "/store"], "nowhere.invalid:0", 78),
        (["--store", folder + "/store"], "127.0.0.1", 64),
        (["--store", folder + "/store"], "127.0.0.1:70000", 64),
        (["--store", folder + "/store"], "::1:0", 64),
        (["--store", folder + "/store", "--thumbnail-memory", "x"], "127.0.0.1:0", 64),
        (["--store", folder + "/store", "--public-url", "gallery"], "127.0.0.1:0", 64),
        (["--store", folder + "/store", "--log-level", "loud"], "127.0.0.1:0", 64),
        ([], "127.0.0.1:0", 64),
      ]
      for (words, listen, status) in cases {
        let server = try ServerChild(words, listen: listen, in: folder)
        await server.child.waitUntilExit()
        #expect(server.child.process.terminationStatus == status, "\(words) \(listen)")
        #expect(try server.child.text().isEmpty)
      }
    }
  }

  @Test func saysWhatIsInThePlaceOfAStore() async throws {
    try await Self.inFolder { folder in
      let file = folder + "/file"
      try Data("text".utf8).write(to: URL(fileURLWithPath: file))
      for words in [["serve"], ["token", "add"]] {
        let (status, errors) = try await ServerChild.failure(words + ["--store", file], in: folder)
        #expect(status == 65)
        let reason = "a store is a folder, and a file is in its place"
        #expect(errors == "gallery-server: the store \(file) cannot be opened: \(reason)\n")
      }
      let link = folder + "/link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
      let (status, errors) = try await ServerChild.failure(["--store", link], in: folder)
      #expect(status == 65)
      let reason = "a store is a folder, and a link to nothing is in its place"
      #expect(errors == "gallery-server: the store \(link) cannot be opened: \(reason)\n")
    }
  }

  /// Otherwise a connection would get their numbers, and the lines of the log.
  @Test func opensStandardStreamsThatAreClosed() async throws {
    try await Self.inFolder { folder in
      let shell = ["/bin/sh", "-c", #"exec "$0" "$@" <&- 2>&-"#, ServerChild.program]
      let words = shell + ["--store", folder + "/store", "--listen", "127.0.0.1:0"]
      let child = try ChildProcess(words, printingInto: folder)
      defer { child.signal(SIGTERM) }
      while try !child.text().hasSuffix("\n") { try await Task.sleep(for: .milliseconds(10)) }
      let descriptors = "/proc/\(child.process.processIdentifier)/fd"
      for number in [0, 2] {
        let target = try FileManager.default.destinationOfSymbolicLink(
          atPath: "\(descriptors)/\(number)")
        #expect(target == "/dev/null")
      }
    }
  }

  @Test func saysWhatElseIsInAFolder() async throws {
    try await Self.inFolder { folder in
      let store = folder + "/scans"
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
      // Those of a store that was not completed are no other files.
      let own = ["catalogue.sqlite.new", "access.sqlite-journal", "originals"]
      for name in ["2.jpg", "10.jpg", "\u{1B}[2J"] + own {
        try Data("text".utf8).write(to: URL(fileURLWithPath: "\(store)/\(name)"))
      }
      for words in [["serve"], ["token", "add"]] {
        let (status, errors) = try await ServerChild.failure(
          words + ["--store", store], in: folder)
        #expect(status == 65)
        #expect(
          errors == "gallery-server: the store \(store) cannot be opened: the folder has other "
            + "files, such as 10.jpg, and no store; name the folder of a store, or an empty or new one\n"
        )
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: store).count == 6)
    }
  }

  /// Low ports are those of the administrator; some containers permit them to all.
  @Test(
    .enabled(
      if: geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
        && (try? String(contentsOfFile: lowPorts, encoding: .utf8)) == "1024\n"))
  func aLowPortNeedsPermission() async throws {
    try await Self.inFolder { folder in
      let store = folder + "/store"
      try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: false)
      for path in [folder, store] {
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
      }
      let (status, errors) = try await ServerChild.failure(
        ["--store", store, "--listen", "127.0.0.1:80"],
        as: ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups", "--inh-caps=-all"], in: folder)
      #expect(status == 77)
      #expect(
        errors.contains("cannot listen on http://127.0.0.1:80: Permission denied; take a port"))
    }
  }

  private static let lowPorts = "/proc/sys/net/ipv4/ip_unprivileged_port_start"

  @Test func saysWhatIsMissing() async throws {
    try await Self.inFolder { folder in
      let (store, missing) = (folder + "/store", folder + "/missing")
      let first = try ServerChild(["--store", store], in: folder)
      _ = try await first.port()
      first.child.kill()
      await first.child.waitUntilExit()
      try Data(repeating: 0x78, count: 8192)
        .write(to: URL(fileURLWithPath: store + "/catalogue.sqlite"))
      let reason = "\(missing) cannot be read: No such file or directory"
      let cases: [(words: [String], message: String)] = [
        (["--store", store], "Run 'thumbnail-strip store repair --store \(store)'."),
        (["--store", folder + "/new", "--tls-certificate", missing, "--tls-key", missing], reason),
        (
          ["--config", missing + ".yaml"], "missing.yaml cannot be read: No such file or directory"
        ),
      ]
      for (words, message) in cases {
        let log = folder + "/log"
        let server = try ServerChild(words, log: log, in: folder)
        await server.child.waitUntilExit()
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.contains(message), "\(words): \(text)")
      }
    }
  }

  @Test func logsALinePerRequest() async throws {
    try await Self.inFolder { folder in
      let server = try ServerChild(
        ["--store", folder + "/store", "--log-format", "json"], log: folder + "/log", in: folder)
      let port = try await server.port()
      #expect(
        try server.child.text()
          == #"{"message":"listening","url":"http://127.0.0.1:\#(port)"}"# + "\n")
      _ = try await RawConnection.send(
        "GET /api/v1/documents?q=secret HTTP/1.1\r\nHost: localhost\r\n\r\n", to: port)
      server.child.signal(SIGTERM)
      await server.child.waitUntilExit()
      let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
      let lines = try log.split(separator: "\n").map {
        try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
      }
      let line = try #require(lines.first { $0["message"] as? String == "request" })
      #expect(line["route"] as? String == "/api/v1/documents")
      #expect(line["method"] as? String == "GET")
      #expect(line["level"] as? String == "info")
      #expect((line["time"] as? String)?.hasSuffix("Z") == true)
      #expect(line["status"] as? Int == 200)
      #expect(line["bytes"] as? Int == 28)
      #expect((line["milliseconds"] as? Double).map { $0 >= 0 } == true)
      #expect(line["hb.request.id"] == nil)
      #expect(!log.contains("secret"))
    }
  }

  @Test func logsALinePerRequestForPeople() async throws {
    try await Self.inFolder { folder in
      let server = try ServerChild(
        ["--store", folder + "/store"], log: folder + "/log", in: folder)
      _ = try await RawConnection.send(
        "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n", to: try await server.port())
      server.child.signal(SIGTERM)
      await server.child.waitUntilExit()
      let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
      let line = try #require(log.split(separator: "\n").first { $0.hasSuffix(" request") })
      for word in [
        "info gallery-server:", "method=GET", "route=/version", "status=200", "request=",
      ] {
        #expect(line.contains(" \(word)"), "\(line)")
      }
      #expect(!line.contains("hb.request.id"))
    }
  }

  @Test func leavesOutTheLinesOfRequests() async throws {
    try await Self.inFolder { folder in
      let server = try ServerChild(
        ["--store", folder + "/store", "--log-level", "notice"], log: folder + "/log", in: folder)
      let port = try await server.port()
      _ = try await RawConnection.send(
        "GET /version HTTP/1.1\r\nHost: localhost\r\n\r\n", to: port)
      server.child.signal(SIGTERM)
      await server.child.waitUntilExit()
      let log = try String(contentsOfFile: folder + "/log", encoding: .utf8)
      #expect(log.contains("a new store was created") && !log.contains("request"))
    }
  }

  @Test func startsOnOtherAddressesIfAllowed() async throws {
    try await Self.inFolder { folder in
      let server = try ServerChild(
        ["--store", folder + "/store", "--insecure"], listen: "0.0.0.0:0", in: folder)
      defer { server.child.signal(SIGTERM) }
      let port = try await server.port()
      let answer = try await RawConnection.send(
        "GET /version HTTP/1.1\r\nHost: gallery.example\r\n\r\n", to: port)
      #expect(answer.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func reportsABusyPort() async throws {
    try await Self.inFolder { folder in
      let first = try ServerChild(["--store", folder + "/a"], in: folder)
      let port = try await first.port()
      let second = try ServerChild(
        ["--store", folder + "/b"], listen: "127.0.0.1:\(port)", in: folder)
      await second.child.waitUntilExit()
      #expect(second.child.process.terminationStatus == 69)
      first.child.signal(SIGTERM)
      await first.child.waitUntilExit()
      #expect(first.child.process.terminationStatus == 0)
    }
  }

  /// Those of documentation, which no machine has: RFC 5737, RFC 3849.
  @Test(arguments: ["192.0.2.1:8080", "[2001:db8::1]:8080"])
  func reportsAForeignAddress(address: String) async throws {
    try await Self.inFolder { folder in
      let (status, errors) = try await ServerChild.failure(
        ["--store", folder + "/store", "--insecure", "--listen", address], in: folder)
      #expect(status == 69)
      #expect(errors.contains("cannot listen on http://\(address): "), "\(errors)")
      #expect(address.hasPrefix("[") || errors.contains("this machine does not have the address"))
    }
  }

  static func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = TestFiles.folder
      .appendingPathComponent("gallery-server-program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }
}

/// A running server.
struct ServerChild {
  /// The path of the program: that of the environment variable GALLERY_SERVER, such as a release, or the
  /// one that was built with the tests.
  static let program =
    ProcessInfo.processInfo.environment["GALLERY_SERVER"]
    ?? URL(fileURLWithPath: ChildProcess.storeChild).deletingLastPathComponent()
    .appendingPathComponent("gallery-server").path

  let child: ChildProcess

  /// Starts the program; `log` is the path of a file for its standard error.
  init(
    _ words: [String], listen: String = "127.0.0.1:0", log: String? = nil,
    environment: [String: String] = [:], in folder: String
  ) throws {
    let program = Self.program
    let shell = log.map { ["/bin/sh", "-c", #"exec "$0" "$@" 2>'\#($0)'"#] } ?? []
    child = try ChildProcess(
      shell + [program] + words + ["--listen", listen], printingInto: folder,
      environment: environment)
  }

  /// Waits for the line that says that the server answers, and returns its port.
  func port() async throws -> Int {
    while child.process.isRunning {
      if let line = try child.text().split(separator: "\n").first,
        try child.text().hasSuffix("\n"), let port = line.split(separator: ":").last
      {
        return try #require(Int(port.prefix { $0.isNumber }))
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw StartFailure(status: child.process.terminationStatus)
  }

  /// Runs the program as a user, and returns its exit status and its standard error.
  static func failure(
    _ words: [String], as user: [String] = [], environment: [String: String] = [:],
    in folder: String
  ) async throws -> (status: Int32, text: String) {
    let log = folder + "/failure"
    let shell = ["/bin/sh", "-c", #"exec "$0" "$@" 2>'\#(log)'"#]
    let child = try ChildProcess(
      shell + user + [program] + words, printingInto: folder, environment: environment)
    await child.waitUntilExit()
    return (child.process.terminationStatus, try String(contentsOfFile: log, encoding: .utf8))
  }

  struct StartFailure: Error {
    let status: Int32
  }
}
