// SPDX-License-Identifier: Apache-2.0

import GalleryModel

extension Gallery {
  /// Waits until the visible contents change.
  ///
  /// - Parameters:
  ///   - last: The previous frame, `nil` for none.
  ///   - seenChanges: The value of `changeCount` at the previous frame.
  ///   - interval: The minimum time between two frames.
  /// - Returns: The frame and the value of `changeCount`, `nil` if the gallery is closed or the
  ///   task is cancelled.
  func nextFrame(
    after last: GalleryFrame?, _ seenChanges: Int, interval: Duration
  ) async -> (GalleryFrame, Int)? {
    guard var seen = last else { return isClosed ? nil : (frame(), changeCount) }
    var seenChanges = seenChanges
    while !isClosed, !Task.isCancelled {
      if !seen.isAnimating, changeCount == seenChanges {
        await waitForChange()
      } else {
        guard (try? await sleep(until: seen.time + interval)) != nil, !isClosed else { return nil }
        let frame = frame()
        seenChanges = changeCount
        if frame.showsOther(than: seen) { return (frame, seenChanges) }
        seen = frame
      }
    }
    return nil
  }

  private func sleep(until time: Duration) async throws {
    if timeline.now < time { try await timeline.sleep(until: time) }
    try Task.checkCancellation()
  }

  /// Waits for a call, for the end of a motion or edit, or until a time.
  func waitForChange(until time: Duration? = nil) async {
    let number = frameWaiterCount
    frameWaiterCount += 1
    let timeline = timeline
    let timer = time.map { time in
      Task { [weak self] in
        try? await timeline.sleep(until: time)
        await self?.wakeFrames(number)
      }
    }
    defer { timer?.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if Task.isCancelled || isClosed { return waiter.resume() }
        frameWaiters[number] = waiter
      }
    } onCancel: {
      Task { await self.wakeFrames(number) }
    }
  }

  private func wakeFrames(_ number: Int) {
    frameWaiters.removeValue(forKey: number)?.resume()
  }

  /// Notes that the visible contents may have changed.
  func wakeFrames() {
    changeCount += 1
    let waiters = frameWaiters.values
    frameWaiters = [:]
    for waiter in waiters { waiter.resume() }
  }
}

extension GalleryFrame {
  /// Whether a frame differs from another one in more than its time.
  func showsOther(than other: GalleryFrame) -> Bool {
    var copy = self
    copy.time = other.time
    return copy != other
  }
}
