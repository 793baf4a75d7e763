// SPDX-License-Identifier: Apache-2.0

import GalleryCompanions
import GallerySharing

extension RecordWriter {
  /// Writes an event of a zoom.
  func write(_ event: ZoomEvent) {
    switch event {
    case .settled(let scale, let time): write(.zoomSettled, at: time, (scale, 0, 0, 0))
    case .clockWentBackwards(let found, let time): writeClock(found, at: time)
    }
  }

  /// Writes an event of a drawer.
  func write(_ event: DrawerEvent) {
    switch event {
    case .transition(let old, let new, let time):
      write(.drawerTransition, at: time, (old.number, new.number, 0, 0))
    case .settled(let state, let time): write(.drawerSettled, at: time, (state.number, 0, 0, 0))
    case .lockChanged(let isLocked, let time):
      write(.drawerLockChanged, at: time, (isLocked.number, 0, 0, 0))
    case .clockWentBackwards(let found, let time): writeClock(found, at: time)
    }
  }

  /// Writes an event of a tracker.
  func write(_ event: AppearanceEvent) {
    switch event {
    case .appeared(let page, let time): write(.appeared, at: time, (page.number, 0, 0, 0))
    case .clockWentBackwards(let found, let time): writeClock(found, at: time)
    }
  }

  private func writeClock(_ found: Duration, at time: Duration) {
    write(.clockWentBackwards, at: time, (found.number, 0, 0, 0))
  }
}
