// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

extension Kernel {
  /// Opens a drawer, and returns its handle.
  package func drawerOpen(
    _ width: Double, _ height: Double, _ defaultHeight: Double, _ peekHeight: Double,
    _ tapExpands: Double, _ speed: Double, _ reducedMotion: Double, _ time: Double
  ) -> Double {
    open(in: &drawers) { () throws(KernelCode) in
      let configuration = try Drawer.Configuration(
        defaultHeight: defaultHeight, peekHeight: peekHeight, tapExpands: tapExpands, speed: speed,
        reducedMotion: reducedMotion)
      let (viewport, now) = (try checkedSize(width, height), try time.asTime)
      let drawer = try asking { () throws(DrawerError) in
        try Drawer(viewport: viewport, configuration: configuration, at: now)
      }
      return OpenDrawer(drawer)
    }
  }

  /// Frees a drawer.
  package func drawerRelease(_ handle: Double) -> Double {
    drawers.release(handle)
  }

  /// Sets the mode of a drawer.
  package func drawerSetMode(_ handle: Double, _ mode: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      open.drawer.set(try DrawerMode(checked: mode), at: now)
      return 1
    }
  }

  /// Sets the height of a content.
  package func drawerSetHeight(
    _ handle: Double, _ content: Double, _ kind: Double, _ points: Double, _ time: Double
  ) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      let content = try DrawerContent(checked: content)
      let height = try DrawerContentHeight(kind: kind, points: points)
      try asking { () throws(DrawerError) in
        try open.drawer.setHeight(height, of: content, at: now)
      }
      return 1
    }
  }

  /// Shows the drawer over another area.
  package func drawerSetViewport(
    _ handle: Double, _ width: Double, _ height: Double, _ time: Double
  ) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      let viewport = try checkedSize(width, height)
      try asking { () throws(DrawerError) in try open.drawer.setViewport(viewport, at: now) }
      return 1
    }
  }

  /// Advances a drawer, writes what has happened, and returns the count of records.
  package func drawerAdvance(_ handle: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      let events = open.drawer.advance(to: now)
      let writer = beginRecords()
      for event in events { writer.write(event) }
      return writer.count
    }
  }

  /// Writes the frame of a drawer, and returns its address.
  package func drawerFrame(_ handle: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      frame.write(open.drawer.frame(at: now), of: open.drawer)
      return frame.address
    }
  }

  /// Returns the next time at which something ends.
  package func drawerNextBoundary(_ handle: Double) -> Double {
    attempt { () throws(KernelCode) in try drawers.model(handle).drawer.nextBoundary().number }
  }
}

extension Drawer.Configuration {
  /// Creates the settings of numbers; NaN stands for the default.
  fileprivate init(
    defaultHeight: Double, peekHeight: Double, tapExpands: Double, speed: Double,
    reducedMotion: Double
  ) throws(KernelCode) {
    self.init()
    if let height = defaultHeight.asSetting { self.defaultHeight = height }
    if let height = peekHeight.asSetting { self.peekHeight = height }
    self.tapExpands = try tapExpands.asSetting?.asFlag ?? false
    if let speed = speed.asSetting { self.speed = speed }
    self.reducedMotion = try reducedMotion.asSetting?.asFlag ?? false
  }
}
