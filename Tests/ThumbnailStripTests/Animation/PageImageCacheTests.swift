// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import PageImaging
import StripRendering
import Testing

@testable import StripCommands

struct PageImageCacheTests {
  private let workspace: Workspace
  private let plan: AnimationPlan
  private let renderer = FrameRenderer()

  init() throws {
    workspace = try Workspace()
    try workspace.addPage("1.png", white: 10)
    try workspace.addPage("2.png", white: 20)
    let folder = workspace.url
    let inputs = ["1.png", "2.png"].map {
      InputFile(path: Path(folder.appendingPathComponent($0).path), origin: .named)
    }
    let script = try AnimationScript(
      name: "test",
      lines: [
        #"{"gallery":{"pages":[{"id":1},{"id":2}],"viewport":{"preview":[9,9],"strip":[9,9]}}}"#
      ])
    plan = try AnimationPlan(script, inputs: inputs, framesPerSecond: 30) { viewport, _ in
      viewport.preview
    }
  }

  private func wish(_ page: UInt64) -> PageImageRequest {
    PageImageRequest(
      page: PageID(rawValue: page), contentVersion: 0, size: PixelSize(width: 10, height: 10))
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: workspace.url.appendingPathComponent(name))
  }

  @Test func pictureIsDecodedOnce() throws {
    let pictures = PageImageCache(plan, renderer: renderer)

    let first = pictures.picture(wish(1))
    try remove("1.png")

    #expect(first?.gray(x: 5, y: 5) == 10)
    #expect(pictures.picture(wish(1)) == first)
    #expect(pictures.takeWarnings().isEmpty)
  }

  @Test func leastRecentlyUsedPictureGoesFirst() throws {
    // Capacity for two gray images of 100 pixels.
    let pictures = PageImageCache(plan, renderer: renderer, byteLimit: 200)
    let thumbnail = PageImageRequest(
      page: PageID(rawValue: 1), contentVersion: nil, size: PixelSize(width: 10, height: 10))

    _ = pictures.picture(wish(1))
    _ = pictures.picture(wish(2))
    _ = pictures.picture(wish(1))
    _ = pictures.picture(thumbnail)
    try remove("1.png")
    try remove("2.png")

    #expect(pictures.picture(wish(1))?.gray(x: 5, y: 5) == 10)
    #expect(pictures.picture(wish(2))?.rgb(x: 0, y: 0) == [0xEC, 0xEB, 0xE7])
  }

  @Test func badPageIsSpokenOfOnce() throws {
    try workspace.add("1.png", "no picture")
    let pictures = PageImageCache(plan, renderer: renderer)

    let picture = pictures.picture(wish(1))
    _ = pictures.picture(
      PageImageRequest(
        page: PageID(rawValue: 1), contentVersion: 0, size: PixelSize(width: 20, height: 10)))

    #expect(picture == (try renderer.placeholderPicture(size: PixelSize(width: 10, height: 10))))
    #expect(pictures.takeWarnings().count == 1)
    #expect(pictures.takeWarnings().isEmpty)
  }
}
