// SPDX-License-Identifier: Apache-2.0

import GalleryTestSupport

@testable import GalleryModel

extension Program {
  /// Simpler programs: fewer steps, then a simpler gallery, then simpler numbers and times.
  var shrinks: [Program] {
    var programs = shorter
    programs += gallery.shrinks.map { Program(gallery: $0, steps: steps) }
    for index in steps.indices {
      programs += steps[index].shrinks.map { step in
        var copy = self
        copy.steps[index] = step
        return copy
      }
    }
    return programs
  }

  /// Programs without a range of steps: halves first, then quarters, down to single steps.
  private var shorter: [Program] {
    var programs: [Program] = []
    var length = steps.count / 2
    while length > 1 {
      for start in stride(from: 0, to: steps.count, by: length) {
        var copy = self
        copy.steps.removeSubrange(start..<min(start + length, steps.count))
        programs.append(copy)
      }
      length /= 2
    }
    return programs
      + steps.indices.map { index in
        var copy = self
        copy.steps.remove(at: index)
        return copy
      }
  }
}

extension GallerySetup {
  fileprivate var shrinks: [GallerySetup] {
    var setups: [GallerySetup] = []
    func add(_ change: (inout GallerySetup) -> Void) {
      var copy = self
      change(&copy)
      copy.active = min(copy.active, max(0, copy.count - 1))
      if copy != self { setups.append(copy) }
    }
    for simpler in count.shrinks where simpler >= 0 { add { $0.count = simpler } }
    for simpler in active.shrinks where simpler >= 0 { add { $0.active = simpler } }
    for simpler in sizes.shrinks where !simpler.isEmpty { add { $0.sizes = simpler } }
    for index in sizes.indices { add { $0.sizes[index] = PixelSize(width: 3, height: 4) } }
    add { $0.viewport = $0.configuration.axis == .horizontal ? Self.phone : Self.phone.transposed }
    add { $0.configuration = GalleryConfiguration() }
    add {
      $0.configuration.axis = .horizontal
      $0.viewport = Self.phone
    }
    add { $0.configuration.direction = .leftToRight }
    add { $0.configuration.reducedMotion = false }
    add { $0.configuration.speed = 1 }
    add { $0.configuration.hysteresis = 0 }
    add { $0.configuration.overscan = 0 }
    return setups
  }
}

extension Program.Step {
  fileprivate var shrinks: [Self] {
    wait.shrinks.map { Self(wait: $0, call: call) }
      + call.shrinks.map { Self(wait: wait, call: $0) }
  }
}

extension Program.Wait {
  fileprivate var shrinks: [Self] {
    guard case .nanoseconds(let time) = self else { return [] }
    var result: [Self] = time == 0 ? [] : [.nanoseconds(0)]
    // Fewer digits that are not zero.
    var unit: Int64 = 1_000_000_000_000
    while unit >= 10 {
      if time % unit != 0 { result.append(.nanoseconds(time / unit * unit)) }
      unit /= 10
    }
    return result.filter { $0 != self && $0 != result.first } + result.prefix(1)
  }
}

extension Program.Call {
  fileprivate var shrinks: [Self] {
    switch self {
    case .beginDrag(let surface): surface == .preview ? [] : [.beginDrag(.preview)]
    case .drag(let translation): translation.shrinks.map { .drag($0) }
    case .endDrag(let velocity): [.cancelDrag] + velocity.shrinks.map { .endDrag($0) }
    case .cancelDrag, .advance: []
    case .goTo(let index, let animated):
      index.shrinks.map { .goTo($0, animated: animated) } + [.advance]
    case .tap(let share): [.goTo(0, animated: true)] + (share == 0.5 ? [] : [.tap(0.5)])
    case .setViewport(let viewport):
      [GallerySetup.phone, .zero].filter { viewport != $0 && viewport != .zero }
        .map { .setViewport($0) }
    case .setSize(let index, let size):
      index.shrinks.map { .setSize($0, size) }
        + (size == nil ? [] : [.setSize(index, nil)])
    case .setReducedMotion: [.advance]
    }
  }
}
