// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

extension Kernel {
  /// Opens a tracker of first appearances, and returns its handle.
  package func trackerOpen(
    _ effect: Double, _ policy: Double, _ stagger: Double, _ speed: Double,
    _ reducedMotion: Double, _ time: Double
  ) -> Double {
    open(in: &trackers) { () throws(KernelCode) in
      let configuration = try AppearanceTracker.Configuration(
        effect: effect, policy: policy, stagger: stagger, speed: speed,
        reducedMotion: reducedMotion)
      let now = try time.asTime
      let tracker = try asking { () throws(AppearanceError) in
        try AppearanceTracker(configuration: configuration, at: now)
      }
      return OpenTracker(tracker)
    }
  }

  /// Frees a tracker.
  package func trackerRelease(_ handle: Double) -> Double {
    trackers.release(handle)
  }

  /// Reports the items in the input region.
  package func trackerSample(_ handle: Double, _ count: Double, _ time: Double) -> Double {
    trackers.call(handle, time) { open, now throws(KernelCode) in
      let count = try count.count(upTo: KernelLimits.items)
      var list = try reader(3 * count)
      var items: [AppearanceItem] = []
      items.reserveCapacity(count)
      for _ in 0..<count { items.append(try list.item()) }
      open.tracker.sample(items, at: now)
      return 1
    }
  }

  /// Forgets a page, or all.
  package func trackerReset(_ handle: Double, _ page: Double, _ time: Double) -> Double {
    trackers.call(handle, time) { open, now throws(KernelCode) in
      if page == -1 {
        open.tracker.reset(at: now)
      } else {
        open.tracker.reset(try page.asPage, at: now)
      }
      return 1
    }
  }

  /// Writes the appearances of the pages in the input region, and returns their address.
  package func trackerAppearances(_ handle: Double, _ count: Double, _ time: Double) -> Double {
    trackers.call(handle, time) { open, now throws(KernelCode) in
      let count = try count.count(upTo: KernelLimits.items)
      var list = try reader(count)
      var pages: [PageID] = []
      pages.reserveCapacity(count)
      for _ in 0..<count { pages.append(try list.next().asPage) }
      frame.clear()
      for page in pages { frame.append(open.tracker.appearance(of: page, at: now)) }
      return frame.address
    }
  }

  /// Advances a tracker, writes what has happened, and returns the count of records.
  package func trackerAdvance(_ handle: Double, _ time: Double) -> Double {
    trackers.call(handle, time) { open, now throws(KernelCode) in
      let events = open.tracker.advance(to: now)
      let writer = beginRecords()
      for event in events { writer.write(event) }
      return writer.count
    }
  }

  /// Returns the next time at which an effect ends.
  package func trackerNextBoundary(_ handle: Double) -> Double {
    attempt { () throws(KernelCode) in try trackers.model(handle).tracker.nextBoundary().number }
  }
}

extension ListReader {
  /// Reads an item: ID, section, row.
  fileprivate mutating func item() throws(KernelCode) -> AppearanceItem {
    let range = -2_147_483_648.0...2_147_483_647
    return AppearanceItem(
      page: try next().asPage, section: try next().integer(in: range),
      row: try next().integer(in: range))
  }
}

extension AppearanceTracker.Configuration {
  /// Creates the settings of numbers; NaN stands for the default.
  fileprivate init(
    effect: Double, policy: Double, stagger: Double, speed: Double, reducedMotion: Double
  ) throws(KernelCode) {
    self.init()
    self.effect = try AppearanceEffect(checked: effect.asSetting ?? 0)
    self.policy = try policy.asSetting?.asFlag ?? false ? .forwardOnly : .always
    self.stagger = try (stagger.asSetting ?? 0).asTime
    if let speed = speed.asSetting { self.speed = speed }
    self.reducedMotion = try reducedMotion.asSetting?.asFlag ?? false
  }
}

extension AppearanceEffect {
  /// Creates the effect with a number.
  fileprivate init(checked number: Double) throws(KernelCode) {
    switch try number.integer(in: 0...4) {
    case 0: self = .standard
    case 1: self = .fade
    case 2: self = .slide
    case 3: self = .flip
    default: self = .wild
    }
  }
}
