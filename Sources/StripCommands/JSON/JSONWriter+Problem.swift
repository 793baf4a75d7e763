// SPDX-License-Identifier: Apache-2.0

import GalleryReplay

extension JSONWriter {
  /// Writes the problem with a page on a line of its own.
  mutating func line(_ problem: Problem, path: Path) {
    object { json in
      json.key("path")
      json.value(path)
      json.member(problem)
    }
    finishLine()
  }

  /// Writes a problem as the member `error` of an object.
  mutating func member(_ problem: Problem) {
    key("error")
    object { json in
      json.key("code")
      json.value(problem.code)
      json.key("message")
      json.value(problem.message)
      json.key("offset")
      if let offset = problem.offset { json.value(offset) } else { json.null() }
    }
  }
}
