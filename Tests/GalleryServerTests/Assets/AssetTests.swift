// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import NIOCore
import PageStorage
import Testing

@testable import GalleryServer

struct AssetTests {
  private let folder = ViewerBundle.shared.folder(root: "")

  @Test func servesEveryFileForever() async throws {
    let types = [
      "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
      "svg": "image/svg+xml", "wasm": "application/wasm",
    ]
    try await TestServer.run { server in
      for name in ViewerBundle.shared.names {
        let answer = try await server.get(folder + name)
        #expect(answer.status == 200)
        #expect(answer.bytes == ViewerBundle.shared.file(name)?.bytes)
        let kind = String(name.split(separator: ".").last ?? "")
        #expect(answer.headers[.contentType] == types[kind])
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(answer.headers[.vary] == "Accept-Encoding")
        #expect(answer.headers[.contentEncoding] == nil)
      }
    }
  }

  @Test func containsTheFilesOfTheFolder() throws {
    let viewer = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Viewer").standardized
    let files = try FileManager.default.subpathsOfDirectory(atPath: viewer.path + "/compact")
      .filter { $0.hasSuffix(".gz") }.map { String($0.dropLast(3)) }.sorted()
    #expect(ViewerBundle.shared.names == files, "run Scripts/viewer-assets.sh")
    // The scripts of pages contain most modules; the other files are there by their own names.
    let own = try FileManager.default.subpathsOfDirectory(atPath: viewer.path)
      .filter { name in [".css", ".svg", ".wasm"].contains { name.hasSuffix($0) } }
      .filter { !$0.hasPrefix("compact/") }
    #expect(Set(files).isSuperset(of: own + ["appearance.js", "document.js", "library.js"]))
    #expect(!files.contains("gallery/stage.js"))
    for name in files {
      let isCompact = name.hasSuffix(".js") || name.hasSuffix(".css")
      let folder = isCompact ? viewer.appending(path: "compact") : viewer
      let file = try Data(contentsOf: folder.appending(path: name))
      let bytes = try #require(ViewerBundle.shared.file(name)?.bytes)
      // A failure prints the name, not the bytes.
      let isSame = bytes.elementsEqual(file)
      #expect(isSame, "\(name) has changed since the build")
    }
  }

  @Test func gzipContainsTheSameBytes() throws {
    for name in ViewerBundle.shared.names {
      let file = try #require(ViewerBundle.shared.file(name))
      let isSame = try CompressionTests.gunzip(ByteBuffer(bytes: file.gzip)) == file.bytes
      #expect(isSame, "\(name): run Scripts/viewer-assets.sh")
      // The header and the trailer have 18 bytes.
      #expect(file.gzip.count < file.bytes.count + 18, "\(name)")
    }
  }

  /// Scripts and styles of a first screen take at most 40,000 bytes with gzip.
  ///
  /// What a page loads later, when nothing else is to do, is not among them.
  @Test(arguments: ["/", "/d/1"])
  func firstScreenIsSmall(path: String) async throws {
    try await TestServer.run { server in
      _ = try await server.document(pages: 2)
      let text = try await server.get(path, [.accept: "text/html"]).text
      let links = text.matches(of: /(?:href|src)="(\/assets\/[^"#]*\.(?:js|css))"/)
      var byteCount = 0
      for link in Set(links.map { String($0.1) }) {
        byteCount += try await server.get(link, [.acceptEncoding: "gzip"]).bytes.count
      }
      #expect((6...8).contains(Set(links.map { String($0.1) }).count))
      #expect(byteCount <= 40_000)
    }
  }

  @Test func servesGzipWithATagOfItsOwn() async throws {
    try await TestServer.run { server in
      let path = folder + "styles/base.css"
      let plain = try await server.get(path)
      let encoded = try await server.get(path, [.acceptEncoding: "br, gzip"])
      #expect(encoded.headers[.contentEncoding] == "gzip")
      #expect(encoded.bytes.count < plain.bytes.count / 2)
      #expect(try CompressionTests.gunzip(ByteBuffer(bytes: encoded.bytes)) == plain.bytes)
      let tags = try [plain, encoded].map { try #require($0.headers[.eTag]) }
      #expect(tags[0] != tags[1] && tags.allSatisfy { $0.hasPrefix("\"") })
      #expect(try await server.get(path, [.ifNoneMatch: tags[0]]).status == 304)
      let known = try await server.get(path, [.ifNoneMatch: tags[1], .acceptEncoding: "gzip"])
      #expect(known.status == 304 && known.bytes.isEmpty)
      #expect(known.headers[.cacheControl] == plain.headers[.cacheControl])
      #expect(try await server.get(path, [.acceptEncoding: "gzip"]).bytes == encoded.bytes)
    }
  }

  @Test func answersHead() async throws {
    try await TestServer.run { server in
      let answer = try await server.send(.head, folder + "styles/base.css")
      let bytes = try #require(ViewerBundle.shared.file("styles/base.css")?.bytes)
      #expect(answer.status == 200 && answer.bytes.isEmpty)
      #expect(answer.headers[.contentLength] == "\(bytes.count)")
    }
  }

  @Test func knowsNoOtherPaths() async throws {
    try await TestServer.run { server in
      let other = String(repeating: "0", count: 32)
      for path in [
        "/assets/\(other)/styles/base.css", "/assets",
        folder, folder + "none.css", folder + "tests",
        folder + "base.css", folder + "styles", folder + "styles/", folder + "styles/none.css",
        folder + "styles//base.css", folder + "styles%2Fbase.css", folder + "./styles/base.css",
        folder + "kernel/../styles/base.css", folder + "kernel/..%2Fstyles%2Fbase.css",
        folder + "..%2Fstyles/base.css", folder + "styles/base.css/", folder + "styles/base.css%00",
        folder.uppercased() + "styles/base.css",
      ] {
        let answer = try await server.get(path)
        #expect([400, 404].contains(answer.status), "\(path)")
        #expect(answer.headers[.cacheControl] == "no-store")
      }
      #expect(try await server.get(folder + "base.css?v=1").status == 400)
      #expect(try await server.send(.post, folder + "styles/base.css").status == 405)
    }
  }

  @Test func needsNoToken() async throws {
    let tokens = try TestTokens()
    _ = try tokens.add()
    try await TestServer.run(configured: { $0.authorizer = tokens.authorizer() }) { server in
      let page = try await server.get("/", [.accept: "text/html"])
      #expect(page.status == 401)
      #expect(try await server.get(folder + "styles/base.css").status == 200)
    }
  }

  @Test func everythingThatAPageLoadsExists() async throws {
    try await TestServer.run(configured: { $0.root = "/archive" }) { server in
      let document = try await server.document(pages: 2).rawValue
      for path in ["/", "/d/\(document)", "/trash", "/d/\(document)/trash", "/problems/conflict"] {
        let text = try await server.get("/archive" + path, [.accept: "text/html"]).text
        let links = text.matches(of: /(?:href|src)="(\/archive\/(?:assets|t|api)[^"#?]*)/)
        #expect(links.count >= 4, "\(path)")
        for link in Set(links.map { String($0.1) }) {
          #expect(try await server.get(link).status == 200, "\(link)")
        }
      }
    }
  }
}

struct ViewerBundleTests {
  private func file(_ name: String, _ text: String = "") -> ViewerFile {
    ViewerFile(name: name, bytes: Array(text.utf8), gzip: [])
  }

  @Test func hashDependsOnNamesAndBytesAlone() {
    let first = ViewerBundle(files: [file("a.js", "1"), file("b.js", "2")])
    let same = ViewerBundle(files: [file("b.js", "2"), file("a.js", "1")])
    #expect(first.hash == same.hash)
    #expect(first.hash.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    let others = [
      [file("a.js", "1"), file("b.js", "3")], [file("a.js", "1"), file("c.js", "2")],
      [file("a.js", "1")], [file("a.js", "12"), file("b.js", "")],
      [file("a.js", "1b.js"), file("b.js", "2")], [],
    ]
    let hashes = Set(others.map { ViewerBundle(files: $0).hash } + [first.hash])
    #expect(hashes.count == others.count + 1)
  }

  @Test func findsTheModulesOfAScript() {
    let bundle = ViewerBundle(files: [
      file("a.js", "import{x}from\"./b.js\";import\"./c.js\";import(\"./late.js\");\n"),
      file("b.js", "import{y}from\"./c.js\";export*from\"./d.js\";x=\"./none.js\";\n"),
      file("c.js", "import{x}from\"./a.js\";\n"), file("d.js"), file("late.js"),
    ])
    #expect(bundle.modules(of: "a.js") == ["a.js", "b.js", "c.js", "d.js"])
    #expect(bundle.modules(of: "d.js") == ["d.js"])
  }

  @Test func findsTheModulesInFolders() {
    let bundle = ViewerBundle(files: [
      file("a.js", "import{x}from\"./one/b.js\";import(\"./two/late.js\");\n"),
      file("one/b.js", "import{y}from\"./c.js\";export*from\"../two/c.js\";import\"../a.js\";\n"),
      file("one/c.js", "new URL(\"../two/late.js\",x);import\"../two/c.js\";\n"),
      file("two/c.js"), file("two/late.js"), file("c.js"),
    ])
    #expect(bundle.modules(of: "a.js") == ["a.js", "one/b.js", "one/c.js", "two/c.js"])
  }

  @Test func allImportsExist() {
    let bundle = ViewerBundle.shared
    for name in bundle.names {
      for imported in bundle.file(name)?.imports ?? [] {
        #expect(bundle.file(imported) != nil, "\(name) imports \(imported)")
      }
    }
  }
}
