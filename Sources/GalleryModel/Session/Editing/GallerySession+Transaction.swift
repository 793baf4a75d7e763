// SPDX-License-Identifier: Apache-2.0

// The stages of a change of the pages.
extension GallerySession {
  /// Ends the stages that end at a time, and begins the next change.
  ///
  /// - Parameter time: The time.
  mutating func passTransaction(at time: Int64) {
    while transaction != nil || beginTransaction(at: time) {
      guard let end = transaction?.end, end <= time else { break }
      leaveStage(at: time)
    }
  }

  /// Begins the next pending change, if there is one.
  private mutating func beginTransaction(at time: Int64) -> Bool {
    var ended: [UpdateCompletion] = []
    let update = editing.next(at: time, in: pages, ended: &ended)
    report(ended, at: time)
    guard let update else { return false }
    let page = destination
    editing.begin(
      update, count: pages.count, focus: activeIndex, lengths: lengths(of: update), at: time)
    retarget(to: page.flatMap(successor(of:)), at: time)
    if let page = pages.count > 0 ? successor(of: activePlace) : nil {
      scroll.activate(page)
    }
    return true
  }

  private func lengths(of update: UpdateTransaction) -> TransactionLengths {
    guard !editing.isDraining else { return .zero }
    return TransactionLengths(
      of: update.changeset, in: pages, scale: update.durationScale, configuration: configuration)
  }

  /// Ends a stage.
  private mutating func leaveStage(at time: Int64) {
    switch transaction?.stage {
    case .collapse: editing.enter(.close, at: time)
    case .close: askToCommit(at: time)
    case .reopen: editing.enter(.restore(from: 1), at: time)
    case .grow, .restore: endTransaction(at: time)
    case .waiting, nil: break
    }
    leaveTargetAtItsPlace()
  }

  /// Lets the preview follow the position again after a change has moved the target of a jump to it.
  private mutating func leaveTargetAtItsPlace() {
    guard case .idle(let position, .some) = driver, transaction?.movesPages != true else { return }
    scroll.stop(position: position)
  }

  private mutating func askToCommit(at time: Int64) {
    editing.enter(.waiting, at: time)
    guard let transaction else { return }
    outbox.append(
      .commitRequested(
        transaction.id, transaction.update.changeset, at: Duration(galleryTime: time)))
  }

  /// Ends a change, committed or not, and reports the outcomes of its requests.
  private mutating func endTransaction(at time: Int64) {
    report(editing.end(), at: time)
  }

  /// Reports the outcomes of requests.
  mutating func report(_ ended: [UpdateCompletion], at time: Int64) {
    for completion in ended {
      outbox.append(
        .completed(completion.ticket, completion.outcome, at: Duration(galleryTime: time)))
    }
  }
}

// MARK: - Targets

extension GallerySession {
  /// The page on which the driver will come to rest.
  var destination: Int? {
    switch driver {
    case .idle, .drag: nil
    case .settle(let settle): page(nearestTo: Double(settle.target))
    case .jump(let jump): jump.page
    }
  }

  /// Directs the driver to a page whose place has changed, or to another page.
  mutating func retarget(to page: Int?, at time: Int64) {
    guard let page else { return }
    let target = restingPosition(of: page)
    switch driver {
    case .settle(let settle) where settle.target != target:
      let velocity = settle.velocity(at: time)
      scroll.follow(spring(to: target, velocity: velocity, settle.surface, at: time))
    case .jump(let jump) where jump.page != page || jump.target != target:
      startJump(to: page, at: time, duration: max(fadeDuration, jump.end - time))
    case .idle, .drag, .settle, .jump: break
    }
  }

  /// Returns a spring from the current position to a page.
  func spring(
    to target: Int, velocity: Double, _ surface: GallerySurface, at time: Int64
  ) -> Settle {
    let spring = surface == .preview ? Spring.paging : Spring.snapping
    let motion = spring.motion(
      from: position(at: time), to: Double(target), velocity: velocity,
      threshold: threshold(of: surface))
    return Settle(
      surface: surface, target: target, path: .spring(motion), at: time, pace: configuration.pace)
  }

  /// Rolls a change back.
  ///
  /// - Parameters:
  ///   - page: The page on which the driver comes to rest, `nil` to keep the position.
  ///   - time: The time.
  mutating func rollBack(to page: Int?, at time: Int64) {
    switch transaction?.layout(at: time).stage {
    case .close(let progress):
      editing.enter(.reopen(from: progress), at: time)
    case .collapse(let progress):
      editing.enter(.restore(from: progress), at: time)
    case .grow, nil: return
    }
    goBack(to: page, at: time)
  }

  /// Directs the driver to its end in the order of the pages before a change.
  ///
  /// - Parameters:
  ///   - page: The page on which it will come to rest, `nil` to keep the position.
  ///   - time: The time.
  mutating func goBack(to page: Int?, at time: Int64) {
    retarget(to: page, at: time)
    guard case .idle(let position, _) = driver else { return }
    leaveTarget(at: time)
    // Without a page, the position may be one that exists only after the change.
    let target = page.map(Double.init) ?? position.clamped(to: finalLimits)
    if target != position {
      scroll.follow(spring(to: Int(target), velocity: 0, .preview, at: time))
    }
  }

  /// Lets the preview glide from the target of a jump that has ended to the position.
  private mutating func leaveTarget(at time: Int64) {
    guard case .idle(let position, .some) = driver else { return }
    let focusBefore = focus(at: time)
    scroll.stop(position: position)
    scroll.fadeTrail(
      from: focusBefore - focusWithoutTrail(at: time), at: time, duration: fadeDuration)
  }

  /// The page on which the driver comes to rest if a change is rolled back, `nil` to keep the
  /// position.
  ///
  /// The page that was in the middle when the change began returns to it, even if it was to be
  /// deleted. If the user has gone to another page since, that page stays.
  var destinationWithoutChange: Int? {
    if let destination { return destination }
    guard let transaction, transaction.leadsToNewOrder, activeIndex != transaction.target else {
      return nil
    }
    return activeIndex
  }
}
