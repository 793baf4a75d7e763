// SPDX-License-Identifier: Apache-2.0

@testable import GalleryModel

extension Program {
  /// The program as JSON Lines for `thumbnail-strip replay`.
  ///
  /// A step without a script equivalent becomes a comment. A tap becomes the jump that it causes,
  /// and a late call has the time at which it takes effect.
  var replayScript: String {
    guard var run = try? ProgramRun(gallery) else { return "# a gallery that cannot be made" }
    var lines = [gallery.replayLine]
    for step in steps {
      let timed = TimedCall(time: run.time(after: step.wait), call: step.call)
      let effective = max(timed.time, run.session.clock)
      let tapped = run.page(under: step.call, at: effective)
      guard (try? run.perform(timed)) != nil else { return "# a refused call changed the session" }
      if timed.time < effective { lines.append("# the next call came with an earlier time") }
      lines.append(step.call.replayLine(at: effective, tapped: tapped))
    }
    return lines.joined(separator: "\n")
  }
}

// MARK: - Lines

extension GallerySetup {
  fileprivate var replayLine: String {
    let pages = (0..<min(count, 1000)).map { index in
      let id = Self.id(ofPageAt: index).rawValue
      guard let size = size(ofPageAt: index) else { return "{\"id\": \(id)}" }
      return "{\"id\": \(id), \"width\": \(size.width), \"height\": \(size.height)}"
    }
    let rest = count > pages.count ? "# only the first \(pages.count) of \(count) pages\n" : ""
    let direction = configuration.direction == .leftToRight ? "ltr" : "rtl"
    return rest + "{\"gallery\": {\"pages\": [\(pages.joined(separator: ", "))], "
      + "\"viewport\": {\(viewport.replayFields)}, \"active\": \(active), "
      + "\"direction\": \"\(direction)\", \"axis\": \"\(configuration.axis.rawValue)\", "
      + "\"configuration\": {\"reducedMotion\": \(configuration.reducedMotion), "
      + "\"speed\": \(configuration.speed), \"hysteresis\": \(configuration.hysteresis), "
      + "\"overscan\": \(configuration.overscan)}}}"
  }
}

extension GalleryViewport {
  fileprivate var replayFields: String {
    "\"preview\": [\(preview.width), \(preview.height)], "
      + "\"strip\": [\(strip.width), \(strip.height)]"
  }

  fileprivate var isPrintable: Bool {
    [preview.width, preview.height, strip.width, strip.height].allSatisfy(\.isFinite)
  }
}

extension Program.Call {
  fileprivate func replayLine(at time: Int64, tapped: Int?) -> String {
    guard let fields = replayFields(tapped: tapped) else {
      return "# at \(time.replaySeconds): \(self)"
    }
    return "{\"at\": \(time.replaySeconds), \"call\": \(fields)}"
  }

  /// The name of the call and its arguments, `nil` if a script has no equivalent.
  private func replayFields(tapped: Int?) -> String? {
    switch self {
    case .beginDrag(let surface): "\"beginDrag\", \"surface\": \"\(surface.rawValue)\""
    case .drag(let translation):
      translation.isFinite ? "\"drag\", \"translation\": \(translation)" : nil
    case .endDrag(let velocity):
      velocity.isFinite ? "\"endDrag\", \"velocity\": \(velocity)" : nil
    case .cancelDrag: "\"cancelDrag\""
    case .goTo(let index, let animated):
      "\"goTo\", \"index\": \(index), \"animated\": \(animated)"
    case .tap: tapped.map { "\"goTo\", \"index\": \($0)" }
    case .setViewport(let viewport):
      viewport.isPrintable ? "\"setViewport\", \(viewport.replayFields)" : nil
    case .setSize(let index, let size):
      size.map {
        "\"setSize\", \"page\": \(GallerySetup.id(ofPageAt: index).rawValue), "
          + "\"width\": \($0.width), \"height\": \($0.height)"
      }
    case .setReducedMotion: nil
    case .advance: "\"advance\""
    }
  }
}

extension Int64 {
  /// Nanoseconds as decimal seconds without trailing zeros.
  fileprivate var replaySeconds: String {
    let sign = self < 0 ? "-" : ""
    let (seconds, rest) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    guard rest > 0 else { return "\(sign)\(seconds)" }
    let digits = String(rest)
    var fraction = String(repeating: "0", count: 9 - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(seconds).\(fraction)"
  }
}
