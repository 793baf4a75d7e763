// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import GalleryServer

struct CompactSourceTests {
  @Test(arguments: [
    ("a", "a\n"),
    ("// license\n// more\na", "// license\na\n"),
    ("a\n\n  b\n", "a\nb\n"),
    ("a\n/** many\n * lines\n */\nb", "a\nb\n"),
    ("a\n  /** one */ b;", "a\nb;\n"),
    ("a\nb /* in it */ c", "a\nb c\n"),
    ("a\nf(/** @type {string} */ (x), y)", "a\nf((x), y)\n"),
    ("a\nb; // why", "a\nb;\n"),
    ("a\n\"/* text */\" // \"why\"", "a\n\"/* text */\"\n"),
    ("a\n'it is \\' // text'", "a\n'it is \\' // text'\n"),
    ("a\n`b // c\n  d /* e */`; // why\n  f", "a\n`b // c\n  d /* e */`;\nf\n"),
    ("a\n`${x /* kept */}`", "a\n`${x /* kept */}`\n"),
    ("a\nx.replace(/^\\//, \"\")", "a\nx.replace(/^\\//, \"\")\n"),
    ("a\nx.replace(/\\/*$/, y)", "a\nx.replace(/\\/*$/, y)\n"),
    ("a\nu = `https://x`", "a\nu = `https://x`\n"),
    ("a\nb /* one */ /* two */", "a\nb\n"),
    ("a\n/* one */ // two\nb", "a\nb\n"),
    ("", ""),
  ])
  func scripts(source: String, compact: String) {
    #expect(CompactSource(source, hasLineComments: true).text == compact)
  }

  @Test(arguments: [
    ("/* license */\n/* more */\na { b: c; }\n", "/* license */\na { b: c; }\n"),
    ("x\n  b: url(//x); /* why */", "x\nb: url(//x);\n"),
    ("x\n  content: \"/* text */\";", "x\ncontent: \"/* text */\";\n"),
    ("x\n// no comment", "x\n// no comment\n"),
  ])
  func styles(source: String, compact: String) {
    #expect(CompactSource(source, hasLineComments: false).text == compact)
  }

  /// What is compact stays as it is, and no comment is left in a file of the viewer.
  @Test func filesOfTheViewer() throws {
    for (name, bytes) in ViewerBundle.embedded()
    where name.hasSuffix(".js") || name.hasSuffix(".css") {
      let isScript = name.hasSuffix(".js")
      let source = String(decoding: bytes, as: UTF8.self)
      let compact = CompactSource(source, hasLineComments: isScript).text
      #expect(CompactSource(compact, hasLineComments: isScript).text == compact, "\(name)")
      let lines = compact.split(separator: "\n").dropFirst()
      #expect(!lines.contains { $0.contains("/**") || $0.hasPrefix("* ") }, "\(name)")
      #expect(compact.contains("SPDX-License-Identifier: Apache-2.0"), "\(name)")
    }
  }
}
