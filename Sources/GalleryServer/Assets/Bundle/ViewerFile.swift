// SPDX-License-Identifier: Apache-2.0

/// A file of the web viewer, as browsers get it.
struct ViewerFile: Sendable {
  /// The name, without a folder.
  let name: String

  /// The bytes: of scripts and styles, without comments.
  let bytes: [UInt8]

  /// Takes a file of the folder `Viewer`.
  init(name: String, source: [UInt8]) {
    self.name = name
    guard name.hasSuffix(".js") || name.hasSuffix(".css") else {
      bytes = source
      return
    }
    let text = String(decoding: source, as: UTF8.self)
    bytes = Array(CompactSource(text, hasLineComments: name.hasSuffix(".js")).text.utf8)
  }

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
  /// The modules import each other with `from "./NAME"`. Those that are loaded later, with `import(…)`, are
  /// not among them.
  var imports: [String] {
    guard name.hasSuffix(".js") else { return [] }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(separator: "\n").compactMap(Self.importedName)
  }

  private static func importedName(_ line: Substring) -> String? {
    for mark in ["from \"./", "import \"./"] {
      guard let start = line.firstRange(of: mark)?.upperBound else { continue }
      return String(line[start...].prefix { $0 != "\"" })
    }
    return nil
  }
}
