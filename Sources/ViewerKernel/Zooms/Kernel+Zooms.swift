// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

extension Kernel {
  /// Opens a zoom, and returns its handle.
  package func zoomOpen(
    _ width: Double, _ height: Double, _ maximumScale: Double, _ doubleTapScale: Double,
    _ speed: Double, _ reducedMotion: Double, _ time: Double
  ) -> Double {
    open(in: &zooms) { () throws(KernelCode) in
      let configuration = try PageZoom.Configuration(
        maximumScale: maximumScale, doubleTapScale: doubleTapScale, speed: speed,
        reducedMotion: reducedMotion)
      let (viewport, now) = (try checkedSize(width, height), try time.asTime)
      let zoom = try asking { () throws(ZoomError) in
        try PageZoom(viewport: viewport, configuration: configuration, at: now)
      }
      return OpenZoom(zoom)
    }
  }

  /// Frees a zoom.
  package func zoomRelease(_ handle: Double) -> Double {
    zooms.release(handle)
  }

  /// Shows a page, or none.
  package func zoomShow(
    _ handle: Double, _ page: Double, _ ratio: Double, _ time: Double
  ) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      let (page, shape) = (page == -1 ? nil : try page.asPage, try ratio.asShape)
      try asking { () throws(ZoomError) in
        try open.zoom.show(page, aspectRatio: shape?.aspectRatio, at: now)
      }
      return 1
    }
  }

  /// Shows the page in another area.
  package func zoomSetViewport(
    _ handle: Double, _ width: Double, _ height: Double, _ time: Double
  ) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      let viewport = try checkedSize(width, height)
      try asking { () throws(ZoomError) in try open.zoom.setViewport(viewport, at: now) }
      return 1
    }
  }

  /// Advances a zoom, writes what has happened, and returns the count of records.
  package func zoomAdvance(_ handle: Double, _ time: Double) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      let events = open.zoom.advance(to: now)
      let writer = beginRecords()
      for event in events { writer.write(event) }
      return writer.count
    }
  }

  /// Writes the frame of a zoom, and returns its address.
  package func zoomFrame(_ handle: Double, _ time: Double) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      frame.write(open.zoom.frame(at: now), of: open.zoom, velocity: open.velocity)
      return frame.address
    }
  }

  /// Returns the next time at which something ends.
  package func zoomNextBoundary(_ handle: Double) -> Double {
    attempt { () throws(KernelCode) in try zooms.model(handle).zoom.nextBoundary().number }
  }
}

extension PageZoom.Configuration {
  /// Creates the settings of numbers; NaN stands for the default.
  fileprivate init(
    maximumScale: Double, doubleTapScale: Double, speed: Double, reducedMotion: Double
  ) throws(KernelCode) {
    self.init()
    if let scale = maximumScale.asSetting { self.maximumScale = scale }
    if let scale = doubleTapScale.asSetting { self.doubleTapScale = scale }
    if let speed = speed.asSetting { self.speed = speed }
    self.reducedMotion = try reducedMotion.asSetting?.asFlag ?? false
  }
}
