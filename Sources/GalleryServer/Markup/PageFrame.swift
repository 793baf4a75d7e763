// SPDX-License-Identifier: Apache-2.0

/// Everything of a page of the server but its content: styles, scripts, and what they need to know.
struct PageFrame: Sendable {
  /// The path below which the server is mounted.
  let root: String

  /// The kind of the page, for styles and scripts.
  var view = "plain"

  /// The module that enhances the page, `nil` for a page that stays as it is.
  var script: String?

  /// Whether the script runs as soon as it has arrived: it needs the attributes of the body, not its content.
  var isScriptEarly = false

  /// Whether the script needs the model.
  var needsKernel = false

  /// The styles of this kind of page beside the common ones, in their order.
  var styles: [String] = []

  /// The values of the attributes `data-NAME` of the body.
  var data: [(name: String, value: String)] = []

  /// Links to what the script needs first: the server answers while the browser requests the modules.
  var preloads: HTMLText = ""

  private var folder: String { ViewerBundle.shared.folder(root: root) }

  /// The elements of the head that load something.
  var links: HTMLText {
    let all = (["tokens.css", "base.css"] + styles).map { "styles/\($0)" }
    // The choice of light or dark must be known before anything is drawn.
    let first: HTMLText = """
      <link rel="icon" href="\(folder)styles/icon.svg" type="image/svg+xml">
      <script src="\(folder)appearance.js"></script>

      """
    return preloads + kernel + first + .list(all.map { link("stylesheet", $0) }) + modules
      + (isScriptEarly ? "" : scriptElement)
  }

  private var kernel: HTMLText {
    guard needsKernel else { return "" }
    return """
      <link rel="preload" as="fetch" crossorigin href="\(folder)kernel/kernel.wasm">

      """
  }

  /// The script and all modules that it imports, so that none waits for another one.
  private var modules: HTMLText {
    .list((script.map(ViewerBundle.shared.modules) ?? []).map { link("modulepreload", $0) })
  }

  private var scriptElement: HTMLText {
    guard let script else { return "" }
    let start: HTMLText = isScriptEarly ? "async " : ""
    return "<script type=\"module\" \(start)src=\"\(folder)\(script)\"></script>\n"
  }

  /// The script that runs early, for the body: it reads the attributes of the body.
  var earlyElement: HTMLText { isScriptEarly ? scriptElement : "" }

  /// Returns a link to a file of the viewer.
  private func link(_ relation: HTMLText, _ name: String) -> HTMLText {
    "<link rel=\"\(relation)\" href=\"\(folder)\(name)\">\n"
  }

  /// The attributes of the body.
  var attributes: HTMLText {
    let all = [("view", view), ("root", root), ("assets", folder)] + data
    return .list(all.map { " data-\($0.0)=\"\($0.1)\"" })
  }

  /// Returns an icon of the sprite, which says nothing to a screen reader.
  func icon(_ name: String) -> HTMLText {
    """
    <svg class="icon" aria-hidden="true"><use href="\(folder)styles/icons.svg#\(name)"></use></svg>
    """
  }
}
