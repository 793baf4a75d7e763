// SPDX-License-Identifier: Apache-2.0

import GalleryModel

/// An edit of the pages in a script.
enum ScriptEdit {
  /// The names of the edits.
  enum Name: String, CaseIterable {
    case delete, insert, move, replace
  }

  case delete(PageAddress)
  case insert(ScriptPage, gap: Int, IndexSpace, InsertionFocus)
  case move(PageAddress, to: Int, IndexSpace)
  case replace(PageAddress, PixelSize?)
}

extension ScriptEdit.Name {
  /// The keys of an edit besides `call`.
  var keys: [String] {
    switch self {
    case .delete: ["index", "page", "space"]
    case .insert: ["gap", "page", "space", "focus"]
    case .move: ["index", "page", "to", "space"]
    case .replace: ["index", "page", "width", "height", "space"]
    }
  }
}

extension ScriptEdit.Name: ScriptValue {
  static var expectation: String {
    "one of \(allCases.map(\.rawValue).joined(separator: ", "))"
  }
}

extension ScriptEdit: Decodable {
  init(_ name: Name, _ object: ScriptObject) throws {
    let space = try object.value("space", default: IndexSpace.ScriptName.presented).space
    switch name {
    case .delete: self = .delete(try object.address(for: name, in: space))
    case .insert:
      self = .insert(
        try object.value("page"), gap: try object.value("gap"), space,
        try object.value("focus", default: InsertionFocus.ScriptName.keep).focus)
    case .move:
      self = .move(try object.address(for: name, in: space), to: try object.value("to"), space)
    case .replace:
      self = .replace(try object.address(for: name, in: space), try object.pixelSize())
    }
  }

  /// Reads one edit of a batch.
  init(from decoder: any Decoder) throws {
    let object = try ScriptObject(decoder)
    let name: Name = try object.value("call")
    try object.allow(["call"] + name.keys)
    try self.init(name, object)
  }
}

extension ScriptObject {
  /// Returns the ID of the page that an edit refers to.
  fileprivate func address(
    for name: ScriptEdit.Name, in space: IndexSpace
  ) throws -> PageAddress {
    guard contains("index") != contains("page") else {
      throw ScriptMistake("\(name.rawValue) must have either index or page.")
    }
    return contains("index") ? .index(try value("index"), in: space) : .id(try value("page"))
  }
}

// MARK: - Edits of the model

extension PageEdit {
  /// Creates the edit that a script describes.
  init(_ edit: ScriptEdit) throws(PageShapeError) {
    switch edit {
    case .delete(let page): self = .delete(page)
    case .insert(let page, let gap, let space, let focus):
      self = .insert(try page.page(), at: gap, in: space, focus: focus)
    case .move(let page, let index, let space): self = .move(page, to: index, in: space)
    case .replace(let page, let size?): self = .replace(page, with: try PageShape(size))
    case .replace(let page, nil): self = .replace(page, with: nil)
    }
  }
}
