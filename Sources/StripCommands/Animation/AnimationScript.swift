// SPDX-License-Identifier: Apache-2.0

import GalleryModel
import GalleryReplay
import PageImaging

/// A script, read completely.
struct AnimationScript {
  /// A call and its line number.
  struct Step {
    fileprivate(set) var call: GalleryCall
    /// The line number, from 1.
    let line: Int
  }

  /// The path of the script.
  let path: Path

  /// The gallery to create.
  private(set) var gallery: ScriptGallery

  /// The number of the line that creates the gallery.
  let galleryLine: Int

  /// The calls in order.
  private(set) var steps: [Step]

  /// The maximum length of an animation, in seconds.
  static let longestSeconds = 60

  /// Reads a script.
  ///
  /// - Throws: `PathProblem` if the file cannot be read, `ScriptProblem` for a mistake in it.
  init(_ path: Path) throws {
    var reader = try LineReader(path)
    try self.init(path) { try reader.next {} }
  }

  /// Reads a built-in script.
  init(name: String, lines: [String]) throws {
    var rest = lines[...]
    try self.init(Path(name)) { rest.popFirst().map { Array($0.utf8)[...] } }
  }

  private init(_ path: Path, nextLine: () throws -> ArraySlice<UInt8>?) throws {
    var parser = ScriptParser()
    var start: (gallery: ScriptGallery, line: Int)?
    var steps: [Step] = []
    var number = 0
    do {
      while let line = try nextLine() {
        number += 1
        if start == nil {
          start = try parser.gallery(from: line, for: "animate").map { ($0, number) }
        } else if let call = try parser.galleryCall(from: line) {
          steps.append(Step(call: try Self.checked(call), line: number))
        }
      }
      try parser.finish()
    } catch let mistake as ScriptMistake {
      throw ScriptProblem(mistake: mistake, path: path, line: max(1, number))
    }
    guard let start else { preconditionFailure("a complete script has a gallery") }
    self.path = path
    (gallery, galleryLine) = start
    self.steps = steps
  }

  private static func checked(_ call: GalleryCall) throws(ScriptMistake) -> GalleryCall {
    guard call.time.duration <= .seconds(longestSeconds) else {
      throw ScriptMistake(
        "at is \(call.time.text), but an animation lasts at most \(longestSeconds) seconds.")
    }
    return call
  }

}

// MARK: - Pages

extension AnimationScript {
  /// The IDs of all pages: the initial ones, then the inserted ones in order.
  var pageIDs: [PageID] {
    var known: Set<PageID> = []
    let inserted = steps.flatMap { $0.call.insertedPages }
    return (gallery.pages.map(\.id) + inserted).filter { known.insert($0).inserted }
  }

  /// Sets the shapes of the script's pages to those of real pages, as far as their headers can be
  /// read.
  mutating func adoptShapes(of pages: some Collection<InputFile>) {
    var sizes: [PageID: PageShape] = [:]
    for (id, page) in zip(pageIDs, pages) {
      guard let ratio = try? page.header().aspectRatio else { continue }
      sizes[id] = try? PageShape(aspectRatio: ratio)
    }
    for index in gallery.pages.indices {
      gallery.pages[index].size = sizes[gallery.pages[index].id] ?? gallery.pages[index].size
    }
    for index in steps.indices {
      for page in steps[index].call.insertedPages {
        guard let size = sizes[page] else { continue }
        steps[index].call.setSize(size, ofInserted: page)
      }
    }
  }
}
