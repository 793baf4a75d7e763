// SPDX-License-Identifier: Apache-2.0
#if ObjectStorage
  import Foundation
  import GalleryModel
  import PageImaging
  import Testing

  @testable import ObjectStorage

  /// Pages in the object store of `Scripts/engines.sh`.
  @Suite(
    .enabled(
      if: ProcessInfo.processInfo.environment["GALLERY_S3"] != nil,
      "Scripts/engines.sh starts an object store"))
  struct ObjectLocationTests {
    private let workspace: Workspace
    private let store: ObjectStore
    private let bucket = "b\(UInt64.random(in: 0...UInt64(Int64.max)))"

    init() async throws {
      workspace = try Workspace()
      let environment = ProcessInfo.processInfo.environment
      store = ObjectStore(
        ObjectStoreConfiguration(endpoint: try #require(environment["GALLERY_S3"]), bucket: bucket),
        credentials: try #require(.inEnvironment(environment)))
      var request = store.request("PUT", "")
      request.path = "/\(bucket)"
      #expect(try await store.send(request).status == 200)
      try workspace.addPage("a.png", width: 30, height: 40)
      try workspace.addPage("b.png", width: 20, height: 40)
      for name in ["a.png", "b.png"] {
        _ = try await store.put(workspace.bytes(name), as: "scans/\(name)")
      }
    }

    private func run(
      _ arguments: String, _ input: String, _ environment: [String: String] = [:]
    ) throws -> Program.Outcome {
      var program = workspace.program
      program.environment = [
        "AWS_ENDPOINT_URL": ProcessInfo.processInfo.environment["GALLERY_S3"] ?? ""
      ]
      .merging(environment) { $1 }
      return try program.run(
        arguments.split(separator: " ").map(String.init), input: Data(input.utf8))
    }

    private func list(_ keys: String...) -> String {
      keys.map { "{\"location\":\"s3://\(bucket)/\($0)\"}\n" }.joined()
    }

    @Test func pagesAreShownAndDrawnLikeFiles() throws {
      let list = list("scans/a.png", "scans/b.png")
      let info = try jsonLines(run("info --json -", list).output)
      let files = try jsonLines(workspace.program.run("info", "--json", "a.png", "b.png").output)
      #expect(
        info.map { $0["path"] as? String } == [
          "s3://\(bucket)/scans/a.png", "s3://\(bucket)/scans/b.png",
        ])
      for key in ["width", "height", "byteCount", "aspectRatio"] {
        #expect(info.map { $0[key] as? Double } == files.map { $0[key] as? Double })
      }
      #expect(try run("thumbs --jobs 1 - -o out", list).output == "out/a.jpg\nout/b.jpg\n")
      #expect(try workspace.program.run("thumbs", "a.png", "b.png", "-o", "local").status == 0)
      for name in ["a.jpg", "b.jpg"] {
        #expect(try workspace.bytes("out/\(name)") == workspace.bytes("local/\(name)"))
      }
    }

    @Test func onlyWhatHasChangedIsDrawnAgain() async throws {
      let list = list("scans/a.png", "scans/b.png")
      #expect(try run("thumbs --jobs 4 - -o out", list).status == 0)
      try await store.remove("scans/b.png")
      _ = try await store.put(workspace.bytes("a.png"), as: "scans/b.png")
      let lines = try jsonLines(run("thumbs --json --jobs 4 - -o out", list).output)
      #expect(lines.map { $0["isUpToDate"] as? Bool } == [true, false])
      #expect(lines[1]["width"] as? Int == lines[0]["width"] as? Int)
    }

    /// Large pages, of which only the ends are read.
    @Test func aHeaderNeedsTheEndsOfALargePage() async throws {
      let png = try workspace.bytes("a.png")
      let jpeg = try Bitmap(size: PixelSize(width: 50, height: 20), format: .gray8, fill: 9)
        .encoded(as: .jpeg(quality: 90))
      for (name, page, width) in [("long.png", png, 30), ("long.jpg", jpeg, 50)] {
        let bytes = page + [UInt8](repeating: 7, count: 3 << 20)
        try workspace.add(name, bytes)
        _ = try await store.put(bytes, as: name)
        let line = try #require(try jsonLines(run("info --json -", list(name)).output).first)
        let file = try #require(
          try jsonLines(workspace.program.run("info", "--json", name).output).first)
        #expect(line["width"] as? Int == width && line["byteCount"] as? Int == bytes.count)
        #expect(Set(line.keys) == Set(file.keys))
      }
    }

    @Test func whatCannotBeReadIsReportedAndTheOthersAreDone() throws {
      let list = list("none.png", "scans/a.png") + "{\"location\":\"s3://no-such-bucket/a.png\"}\n"
      for command in ["info --json -", "thumbs --json - -o out"] {
        let outcome = try run(command, list)
        let lines = try jsonLines(outcome.output)
        #expect(
          outcome.status == 66 && lines.map { $0["error"] == nil } == [false, true, false],
          "\(outcome)")
        let messages = lines.compactMap { ($0["error"] as? [String: Any])?["message"] as? String }
        #expect(messages.first == "There is no such object.")
        #expect(messages.last?.contains("no such bucket") == true, "\(messages)")
      }
    }

    @Test func objectsCanBeArguments() throws {
      let names = ["scans/a.png", "scans/b.png"].map { "s3://\(bucket)/\($0)" }
      #expect(
        try jsonLines(run("info --json \(names[0]) a.png", "").output).map { $0["width"] as? Int }
          == [30, 30])
      for arguments in ["--jobs 1 \(names[0])", "\(names[0]) \(names[1])"] {
        #expect(try run("thumbs \(arguments) -o out", "").status == 0)
      }
      #expect(try workspace.names(in: "out") == ["a.jpg", "b.jpg"])
    }

    @Test func aWrongAddressOfTheServiceIsNamedWithoutItsPassword() throws {
      for address in ["http://u:SECRET@h", "ftp://h", "http://", "http://h:x", "http://h/path"] {
        let outcome = try run("info -", list("a"), ["AWS_ENDPOINT_URL": address])
        #expect(
          outcome.status == 78
            && outcome.errors.contains(
              "AWS_ENDPOINT_URL is not 'https://HOST' or 'http://HOST:PORT'")
            && !outcome.errors.contains("SECRET"), "\(outcome)")
      }
    }

    /// The library for connections ends a process that cannot open what it needs.
    @Test(arguments: [16, 20, 24]) func tooFewOpenFilesAreReported(count: Int) throws {
      var program = workspace.program
      program.environment = [
        "AWS_ENDPOINT_URL": ProcessInfo.processInfo.environment["GALLERY_S3"] ?? ""
      ]
      for command in ["info", "thumbs -o out"] {
        let call = "exec '\(Program.url.path)' \(command) 's3://\(bucket)/scans/a.png'"
        let outcome = try program.run(shell: "ulimit -n \(count); \(call)")
        #expect(outcome.status == 78 && outcome.errors.contains("ulimit -n"), "\(outcome)")
        #expect(
          try program.run(shell: "ulimit -n \(ObjectStore.openFileCount + 200); \(call)").status
            == 0)
      }
    }

    @Test func wrongCredentialsAreSetUpWrongly() throws {
      let outcome = try run("info -", list("scans/a.png"), ["AWS_ACCESS_KEY_ID": "nobody"])
      #expect(
        outcome.status == 78 && outcome.errors.contains("check the credentials"), "\(outcome)")
    }

    @Test func missingCredentialsAreNamed() throws {
      // Files of the list are shown.
      let outcome = try run(
        "info -", list("scans/a.png") + "{\"path\":\"b.png\"}\n",
        ["AWS_ACCESS_KEY_ID": "", "AWS_EC2_METADATA_DISABLED": "true", "HOME": "/nonexistent"])
      #expect(
        outcome.status == 78 && outcome.errors.contains("set AWS_ACCESS_KEY_ID")
          && outcome.output.contains("b.png"), "\(outcome)")
    }

    @Test func aServiceThatIsAwayIsAskedPatientlyOnce() throws {
      let outcome = try run(
        "info --json -", list("a", "b", "c"), ["AWS_ENDPOINT_URL": "http://127.0.0.1:1"])
      #expect(try jsonLines(outcome.output).count == 3 && outcome.status == 74, "\(outcome)")
    }
  }
#endif
