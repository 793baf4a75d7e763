// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// What is installed beside the program is made by it.
struct ManualTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  private func run(_ program: String, _ arguments: [String]) throws -> Program.Outcome {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = workspace.url
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let problems = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return .init(
      output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: problems, as: UTF8.self), status: process.terminationStatus)
  }

  private static let scripts = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Scripts").standardizedFileURL.path

  private static func has(_ program: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(program)")
  }

  @Test(.enabled(if: has("python3")))
  func theManualNamesEveryCommandAndOption() throws {
    let made = try run("python3", [Self.scripts + "/manual.py", Program.url.path])
    #expect(made.status == 0 && made.errors.isEmpty, "\(made)")
    let manual = made.output
    #expect(manual.hasPrefix(".TH THUMBNAIL"))
    for word in [
      "thumbnail\\-strip store backup", "\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR", ".SH \"EXIT STATUS\"",
      "\\fB\\-\\-force\\fR", "SIGPIPE", "PAGE_GALLERY_STORE", ".SS \"thumbnail\\-strip watch\"",
    ] {
      #expect(manual.contains(word), "\(word)")
    }
    try workspace.add("manual.1", manual)
    guard Self.has("groff") else { return }
    let shown = try run("groff", ["-man", "-Tutf8", "-ww", "manual.1"])
    #expect(shown.status == 0 && shown.errors.isEmpty, "\(shown.errors)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func completionsAreForShells(shell: String) throws {
    let script = try workspace.program.run("--generate-completion-script", shell)
    #expect(script.status == 0 && script.errors.isEmpty)
    #expect(script.output.contains("force") && script.output.contains("backup"))
    try workspace.add("completions", script.output)
    guard Self.has(shell) else { return }
    let checked = try run(shell, ["-n", "completions"])
    #expect(checked.status == 0, "\(checked.errors)")
  }

  @Test func theInstallerPutsEveryFileInItsPlace() throws {
    let install = Self.scripts + "/install.sh"
    let variables = ["PROGRAM=\(Program.url.path)", "DESTDIR=\(workspace.url.path)/stage", install]
    guard Self.has("python3"), Self.has("strip") else { return }
    let made = try run("env", variables + ["/opt/gallery"])
    #expect(made.status == 0, "\(made)")
    for name in [
      "bin/thumbnail-strip", "share/man/man1/thumbnail-strip.1",
      "share/bash-completion/completions/thumbnail-strip",
      "share/zsh/site-functions/_thumbnail-strip",
      "share/fish/vendor_completions.d/thumbnail-strip.fish",
      "share/doc/thumbnail-strip/LICENSE",
    ] {
      #expect(try !workspace.bytes("stage/opt/gallery/\(name)").isEmpty)
    }
    let unit = String(
      decoding: try workspace.bytes(
        "stage/opt/gallery/lib/systemd/system/thumbnail-strip-watch@.service"), as: UTF8.self)
    #expect(unit.contains("ExecStart=/opt/gallery/bin/thumbnail-strip watch"))
    #expect(!unit.contains("/usr/bin"))
    let removed = try run("env", variables.dropLast() + [install, "--uninstall", "/opt/gallery"])
    #expect(removed.status == 0, "\(removed)")
    let left = FileManager.default.enumerator(atPath: workspace.url.path + "/stage")
    let files = left?.compactMap { $0 as? String }.filter { name in
      var isFolder: ObjCBool = false
      let path = workspace.url.path + "/stage/" + name
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    #expect(files == [])
  }
}
