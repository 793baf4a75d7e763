// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

extension Kernel {
  /// Taps a drawer.
  package func drawerTap(_ handle: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in open.drawer.tap(at: now).number }
  }

  /// Begins a drag.
  package func drawerBeginDrag(_ handle: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      open.drawer.beginDrag(at: now).number
    }
  }

  /// Updates the drag.
  package func drawerDrag(_ handle: Double, _ translation: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      try asking { () throws(DrawerError) in
        try open.drawer.drag(translation: translation, at: now).number
      }
    }
  }

  /// Ends the drag.
  package func drawerEndDrag(_ handle: Double, _ velocity: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      try asking { () throws(DrawerError) in
        try open.drawer.endDrag(velocity: velocity, at: now).number
      }
    }
  }

  /// Cancels the drag.
  package func drawerCancelDrag(_ handle: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      open.drawer.cancelDrag(at: now).number
    }
  }

  /// Locks a drawer.
  package func drawerLock(_ handle: Double, _ reason: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      let reason = DrawerLockReason(rawValue: try reason.asInteger)
      guard open.lockCount < KernelLimits.locks else { throw .tooLarge }
      open.drawer.lock(reason, at: now)
      open.lockCount += 1
      return 1
    }
  }

  /// Removes a lock.
  package func drawerUnlock(_ handle: Double, _ reason: Double, _ time: Double) -> Double {
    drawers.call(handle, time) { open, now throws(KernelCode) in
      let reason = DrawerLockReason(rawValue: try reason.asInteger)
      guard open.drawer.unlock(reason, at: now) else { return 0 }
      open.lockCount -= 1
      return 1
    }
  }
}
