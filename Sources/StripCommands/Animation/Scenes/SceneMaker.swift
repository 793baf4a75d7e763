// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GalleryModel
import PageImaging
import StripRendering

/// A renderer that draws the demo of a model and writes it to its destination.
struct SceneMaker {
  let demo: SceneDemoName
  let pages: InputPages
  let size: Size
  let renderer: SceneRenderer
  let framesPerSecond: Int

  /// The bits per color channel of an animated PNG.
  let colorBits: Int

  /// The times of the frames of a still image, in seconds, ascending; `nil` for an animation.
  let frameTimes: [Double]?

  /// Makes the animation.
  func make(_ destination: AnimationDestination, session: inout CommandSession) throws {
    let pixels = try AnimationOutput.translatingErrors { () throws(StripRenderingError) in
      try renderer.pixelSize(of: size)
    }
    try session.requireReachablePage(pages)
    let stage = SceneStage(
      pages: zip(ids, pages).map { ($0, (try? $1.header().aspectRatio) ?? 1) }, size: size)
    let demo = try demo.make(on: stage)
    let output = AnimationOutput(
      inputs: pages.files, size: pixels, framesPerSecond: framesPerSecond,
      frameCount: frameCount(of: demo), colorBits: colorBits, frameTimes: frameTimes)
    try output.write(to: destination, &session) { sink, session in
      try draw(demo, into: &sink, &session)
    }
  }

  private var ids: [PageID] { pages.indices.map { PageID(UInt64($0)) } }

  private func frameCount(of demo: any SceneDemo) -> Int {
    Int(demo.duration / .nanoseconds(1)) * framesPerSecond / 1_000_000_000
  }

  private func draw(
    _ demo: any SceneDemo, into sink: inout any FrameSink, _ session: inout CommandSession
  ) throws {
    let pictures = PageImageCache(
      pages: Dictionary(uniqueKeysWithValues: zip(ids, pages)), placeholder: renderer.placeholder)
    var demo = demo
    let count = frameCount(of: demo)
    session.startProgress(total: count, unit: "frames")
    defer { session.reporter.progress?.clear() }
    for number in 0..<count {
      let items = try demo.items(at: .nanoseconds(number * 1_000_000_000 / framesPerSecond))
      defer { session.reporter.progress?.update(done: number + 1) }
      guard sink.needs(number) else { continue }
      let bitmap = try AnimationOutput.translatingErrors { () throws(StripRenderingError) in
        try renderer.bitmap(of: items, canvasSize: size, picture: pictures.picture)
      }
      AnimationOutput.report(pictures.takeWarnings(), &session)
      try sink.add(bitmap)
    }
    try sink.finish()
  }
}
