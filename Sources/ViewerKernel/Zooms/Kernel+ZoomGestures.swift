// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

extension Kernel {
  /// Zooms in around a location, or out.
  package func zoomDoubleTap(
    _ handle: Double, _ x: Double, _ y: Double, _ time: Double
  ) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      try asking { () throws(ZoomError) in
        try open.zoom.doubleTap(location: Point(x: x, y: y), at: now).number
      }
    }
  }

  /// Begins a pinch.
  package func zoomBeginPinch(
    _ handle: Double, _ x: Double, _ y: Double, _ time: Double
  ) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      try asking { () throws(ZoomError) in
        try open.zoom.beginPinch(location: Point(x: x, y: y), at: now).number
      }
    }
  }

  /// Updates the pinch.
  package func zoomPinch(
    _ handle: Double, _ scale: Double, _ x: Double, _ y: Double, _ time: Double
  ) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      let scale = try scale.asFinite
      return try asking { () throws(ZoomError) in
        try open.zoom.pinch(scale: scale, location: Point(x: x, y: y), at: now).number
      }
    }
  }

  /// Ends the pinch.
  package func zoomEndPinch(_ handle: Double, _ time: Double) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in open.zoom.endPinch(at: now).number }
  }

  /// Begins a drag.
  package func zoomBeginDrag(_ handle: Double, _ time: Double) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in open.zoom.beginDrag(at: now).number }
  }

  /// Updates the drag.
  package func zoomDrag(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      try asking { () throws(ZoomError) in
        (try open.zoom.drag(translation: Point(x: x, y: y), at: now) != nil).number
      }
    }
  }

  /// Ends the drag, and keeps the velocity that is left for paging.
  package func zoomEndDrag(_ handle: Double, _ x: Double, _ y: Double, _ time: Double) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      let rest = try asking { () throws(ZoomError) in
        try open.zoom.endDrag(velocity: Point(x: x, y: y), at: now)
      }
      guard let rest else { return 0 }
      open.velocity = rest
      return 1
    }
  }

  /// Cancels the drag.
  package func zoomCancelDrag(_ handle: Double, _ time: Double) -> Double {
    zooms.call(handle, time) { open, now throws(KernelCode) in
      open.zoom.cancelDrag(at: now).number
    }
  }
}
