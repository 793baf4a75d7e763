// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension ReplayedGallery {
  static var scriptName: String { "gallery" }

  static var callExpectation: String { "one of \(callNames)" }

  static let scriptCalls: [ModelCall<Self>] = touches + settings + requests + endings

  private static let touches: [ModelCall<Self>] = [
    ModelCall("beginDrag", ["surface"]) { object in
      let surface: GallerySurface = try object.value("surface")
      return .call { $0.beginDrag(surface, at: $1) }
    },
    ModelCall("drag", ["translation"]) { object in
      let translation: Double = try object.value("translation")
      return .call { try $0.drag(translation: translation, at: $1) }
    },
    ModelCall("endDrag", ["velocity"]) { object in
      let velocity: Double = try object.value("velocity")
      return .call { try $0.endDrag(velocity: velocity, at: $1) }
    },
    ModelCall("cancelDrag") { _ in .call { $0.cancelDrag(at: $1) } },
    ModelCall("goTo", ["index", "page", "animated"], read: goTo),
  ]

  @Sendable private static func goTo(_ object: ScriptObject) throws -> GalleryAction {
    guard object.contains("index") != object.contains("page") else {
      throw ScriptMistake("goTo must have either index or page.")
    }
    let isAnimated = try object.value("animated", default: true)
    if object.contains("index") {
      let index: Int = try object.value("index")
      return .call { try $0.goTo(index: index, animated: isAnimated, at: $1) }
    }
    let page: PageID = try object.value("page")
    return .call { try $0.goTo(page: page, animated: isAnimated, at: $1) }
  }

  private static let settings: [ModelCall<Self>] = [
    ModelCall("setViewport", ["preview", "strip"]) { object in
      let viewport = try ScriptViewport.viewport(in: object)
      return .call { try $0.setViewport(viewport, at: $1) }
    },
    ModelCall("setSize", ["page", "width", "height"]) { object in
      let size = PixelSize(width: try object.value("width"), height: try object.value("height"))
      let page: PageID = try object.value("page")
      return .call { try $0.setSize(PageShape(size), of: page, at: $1) }
    },
  ]

  private static let requests: [ModelCall<Self>] =
    ScriptEdit.Name.allCases.map { name in
      request(name.rawValue, name.keys) { .edit(try ScriptEdit(name, $0)) }
    } + [
      request("batch", ["requests"]) {
        .batch(try $0.value("requests", as: ScriptEdits.self).edits)
      },
      request("deleteActive") { _ in .deleteActive },
      ModelCall("takeOver", ["requests"]) { object in
        let edits = try object.value("requests", as: ScriptEdits.self).edits
        return .request(ScriptRequest(takingOver: edits))
      },
    ]

  private static func request(
    _ name: String, _ keys: [String] = [],
    content: @escaping @Sendable (ScriptObject) throws -> ScriptRequest.Content
  ) -> ModelCall<Self> {
    ModelCall(name, keys + ScriptRequest.keys) { .request(try ScriptRequest(try content($0), $0)) }
  }

  private static let endings: [ModelCall<Self>] = [
    ModelCall("cancel", ["ticket"]) { .cancel(ticket: try $0.value("ticket")) },
    ModelCall("drain") { _ in .call { $0.drain(at: $1) } },
    ModelCall("discard") { _ in .call { $0.discard(at: $1) } },
  ]
}
