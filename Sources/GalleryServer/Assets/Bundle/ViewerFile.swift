// SPDX-License-Identifier: Apache-2.0

/// A file of the web viewer, as browsers get it.
struct ViewerFile: Sendable {
  /// The path below the folder of all files, such as `styles/base.css`.
  let name: String

  /// The bytes: of scripts and styles, in their compact form.
  let bytes: [UInt8]

  /// The same bytes as a gzip stream.
  let gzip: [UInt8]

  /// The media type, by the end of the name.
  var mediaType: String {
    switch name.split(separator: ".").last {
    case "js": "text/javascript; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "svg": "image/svg+xml"
    case "wasm": "application/wasm"
    default: "application/octet-stream"
    }
  }

  /// The names of the modules that a script imports when it is loaded.
  ///
  /// Compact modules import each other with `from"./NAME"` or `import"../FOLDER/NAME"`. Those that are loaded later,
  /// with `import(…)`, are not among them.
  let imports: [String]

  init(name: String, bytes: [UInt8], gzip: [UInt8]) {
    (self.name, self.bytes, self.gzip) = (name, bytes, gzip)
    imports = Self.imports(of: bytes, in: name)
  }

  /// Finds what a script imports, once: each page of the library and of a document links to it.
  private static func imports(of bytes: [UInt8], in name: String) -> [String] {
    guard name.hasSuffix(".js") else { return [] }
    var names: [String] = []
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    while let mark = rest.firstRange(of: "\".") {
      let before = rest[..<mark.lowerBound]
      rest = rest[rest.index(after: mark.lowerBound)...]
      if before.hasSuffix("from") || before.hasSuffix("import") {
        names.append(resolved(rest.prefix { $0 != "\"" }, from: name))
      }
    }
    return names
  }

  /// Returns the name of a file by its path relative to another one.
  private static func resolved(_ path: Substring, from name: String) -> String {
    var segments = name.split(separator: "/").dropLast()
    for segment in path.split(separator: "/") {
      switch segment {
      case ".": break
      case "..": segments = segments.dropLast()
      default: segments.append(segment)
      }
    }
    return segments.joined(separator: "/")
  }
}
