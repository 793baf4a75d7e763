// SPDX-License-Identifier: Apache-2.0

import Foundation

extension ReferenceGallery {
  /// The length of an animation in nanoseconds.
  private func length(_ seconds: Double) -> Int64 {
    reduced ? 0 : Int64((seconds * 1e9 / speed).rounded())
  }

  /// Advances to a time; each boundary is handled at its own time.
  mutating func advance(to time: Int64) {
    while min(end, turn) <= time {
      now = min(end, turn)
      if turn == now {
        turn = .max
        follow()
      }
      if end == now { arrive() }
    }
    now = max(now, time)
    follow()
  }

  private mutating func arrive() {
    if kind == .jump { fadeWeights() }
    kind = .idle
    place = Double(target)
    finish()
    open(1)
    follow()
  }

  private mutating func finish() {
    end = .max
    turn = .max
    path = nil
    finger = nil
    excess = Glide(from: 0, to: 0, start: 0, length: 0)
  }

  mutating func beginDrag(strip: Bool) {
    guard count > 0 else { return }
    let (before, position) = (focus, position)
    compareWithTie(position)
    let isJumping = kind == .jump
    if isJumping {
      fadeWeights()
      active = Int(nearest(inside(position)))
    }
    finish()
    let band = strip ? stripBand : previewBand
    let over = abs(position - inside(position))
    let taken = min(over, 0.8 * band)
    let side: Double = position < 0 ? -1 : 1
    let raw = inside(position) + (taken > 0 ? side * (taken / 0.55) / (1 - taken / band) : 0)
    kind = .drag
    stripLeads = strip
    excess = Glide(from: side * (over - taken), to: 0, start: now, length: length(0.15))
    finger = Finger(
      onStrip: strip, startPage: nearest(inside(position)), raw: raw, anchor: raw,
      stride: strip ? stripStride : previewStride, band: band, lastMove: now)
    let gap = before - ownFocus
    trail = Glide(
      from: isJumping ? min(1, max(-1, gap)) : gap, to: 0, start: now, length: length(0.15))
    open(strip ? 0 : 1)
    follow()
  }

  mutating func drag(_ translation: Double) {
    guard kind == .drag, var finger else { return }
    finger.translation = translation * sign
    finger.lastMove = now
    if finger.stride > 0 {
      let raw = finger.anchor - (finger.translation - finger.origin) / finger.stride
      finger.raw = min(max(raw, -1e300), 1e300)
    }
    self.finger = finger
    follow()
  }

  mutating func endDrag(_ velocity: Double) {
    guard kind == .drag, let finger else { return }
    let isFresh = now - finger.lastMove < 100_000_000
    let path = plan(finger, velocity: isFresh ? -min(max(velocity, -1e5), 1e5) * sign : 0)
    let threshold = 0.25 / (finger.onStrip ? pitch : area.previewMain + 44)
    let nanoseconds = path.length(threshold: threshold) * 1e9
    compare(nanoseconds, with: nanoseconds.rounded(), within: 1e-13)
    let ending = nanoseconds > 0 ? nanoseconds.rounded(.up) / speed : 0
    compare(ending, with: ending.rounded(), within: 1e-13)
    finish()
    kind = .settle
    target = Int(path.to)
    self.path = path
    end = now + (reduced ? 0 : Int64(ending.rounded(.up)))
    turn = path.turn.map { $0 < end ? $0 : .max } ?? .max
    advance(to: now)
  }

  mutating func goTo(_ index: Int, animated: Bool) {
    guard count > 0 else { return }
    if animated { startJump(to: index) } else { cut(to: index) }
    advance(to: now)
  }

  private mutating func startJump(to index: Int) {
    if kind == .jump, target == index { return }
    if kind == .idle, position == Double(index) { return }
    let position = position
    var weights: [Int: Glide] = [:]
    let duration = length(0.3)
    for page in 0..<count where expansion(page) > 0 {
      // Invisible expansions are dropped.
      let growth = (area.stripCross * ratio(page) - area.stripCross / 2) * expansion(page)
      let margin = max(20, area.stripCross / 2 - area.stripCross * 0.2)
      let extra = growth + margin * expansion(page)
      let seen = max(extra, abs(growth))
      compare(seen, with: 0.01)
      guard seen >= 0.01 else { continue }
      weights[page] = Glide(from: expansion(page), to: 0, start: now, length: duration)
    }
    let open = weights[index]?.from ?? 0
    weights[index] = Glide(from: open, to: 1, start: now, length: duration)
    finish()
    self.weights = weights
    rate = Glide(from: 0, to: 0, start: now, length: 0)
    jump = Glide(from: position, to: Double(index), start: now, length: duration)
    kind = .jump
    target = index
    active = index
    end = now + duration
  }

  private mutating func cut(to index: Int) {
    finish()
    kind = .idle
    place = Double(index)
    weights = [:]
    rate = Glide(from: 1, to: 1, start: now, length: 0)
    trail = Glide(from: 0, to: 0, start: now, length: 0)
    active = index
  }

  /// Closes the thumbnails opened by a jump.
  private mutating func fadeWeights() {
    let duration = length(0.15)
    weights = weights.mapValues {
      Glide(from: $0.value(at: now), to: 0, start: now, length: duration)
    }
  }

  /// Opens or closes the thumbnails near the position.
  private mutating func open(_ value: Double) {
    guard rate.to != value else { return }
    let current = rate.value(at: now)
    rate = Glide(
      from: current, to: value, start: now, length: length(0.15 * abs(value - current)))
  }
}
