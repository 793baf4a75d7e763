// SPDX-License-Identifier: Apache-2.0

// The stages of a change of the pages.
extension GallerySession {
  /// Ends the stages that end at a time, and begins the next change.
  ///
  /// - Parameter time: The time.
  /// - Returns: Whether the host was asked to change its pages.
  mutating func passTransaction(at time: Int64) -> Bool {
    var isAsking = false
    while transaction != nil || beginTransaction(at: time) {
      guard let end = transaction?.end, end <= time else { break }
      isAsking = leaveStage(at: time) || isAsking
    }
    return isAsking
  }

  /// Begins the next pending change, if there is one.
  private mutating func beginTransaction(at time: Int64) -> Bool {
    var ended: [UpdateCompletion] = []
    let update = queue.begin(at: Duration(galleryTime: time), in: pages, ended: &ended)
    report(ended, at: time)
    guard let update else {
      isDraining = false
      return false
    }
    let page = destination
    transactionCount += 1
    let plan = TransactionPlan(
      id: GalleryTransactionID(number: transactionCount), update: update, count: pages.count,
      focus: activeIndex)
    transaction = Transaction(plan, lengths: lengths(of: update), at: time)
    retarget(to: page.flatMap(successor(of:)), at: time)
    if let page = pages.count > 0 ? successor(of: activePlace) : nil { activate(page) }
    return true
  }

  private func lengths(of update: UpdateTransaction) -> TransactionLengths {
    guard !isDraining else { return .zero }
    return TransactionLengths(
      of: update.changeset, in: pages, scale: update.durationScale, configuration: configuration)
  }

  /// Ends a stage.
  ///
  /// - Parameter time: The end.
  /// - Returns: Whether the host was asked to change its pages.
  private mutating func leaveStage(at time: Int64) -> Bool {
    switch transaction?.stage {
    case .collapse: transaction = transaction?.entering(.close, at: time)
    case .close: return askToCommit(at: time)
    case .reopen: transaction = transaction?.entering(.restore(from: 1), at: time)
    case .grow, .restore: endTransaction(at: time)
    case .waiting, nil: break
    }
    return false
  }

  private mutating func askToCommit(at time: Int64) -> Bool {
    transaction = transaction?.entering(.waiting, at: time)
    guard let transaction else { return false }
    pendingEvents.append(
      .commitRequested(
        transaction.id, transaction.update.changeset, at: Duration(galleryTime: time)))
    return true
  }

  /// Ends a change, committed or not, and reports the outcomes of its requests.
  private mutating func endTransaction(at time: Int64) {
    transaction = nil
    report(queue.finish(), at: time)
  }

  /// Reports the outcomes of requests.
  mutating func report(_ ended: [UpdateCompletion], at time: Int64) {
    pendingEvents += ended.map {
      .completed($0.ticket, $0.outcome, at: Duration(galleryTime: time))
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
      driver = .settle(spring(to: target, velocity: velocity, settle.surface, time))
    case .jump(let jump) where jump.page != page || jump.target != target:
      startJump(to: page, at: time, duration: max(fadeDuration, jump.end - time))
    case .idle, .drag, .settle, .jump: break
    }
  }

  /// Returns a spring from the current position to a page.
  func spring(
    to target: Int, velocity: Double, _ surface: GallerySurface, _ time: Int64
  ) -> Settle {
    let spring = surface == .preview ? Spring.paging : Spring.snapping
    let motion = spring.motion(
      from: position(at: time), to: Double(target), velocity: velocity,
      threshold: threshold(of: surface))
    return Settle(
      surface: surface, target: target, path: .spring(motion, decayRate: spring.decayRate),
      at: time, configuration: configuration)
  }

  /// Rolls a change back.
  ///
  /// - Parameters:
  ///   - page: The page on which the driver comes to rest, `nil` to keep the position.
  ///   - time: The time.
  mutating func rollBack(to page: Int?, at time: Int64) {
    switch transaction?.layout(at: time).stage {
    case .close(let progress):
      transaction = transaction?.entering(.reopen(from: progress), at: time)
    case .collapse(let progress):
      transaction = transaction?.entering(.restore(from: progress), at: time)
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
    guard case .idle(let position) = driver else { return }
    // Without a page, the position may be one that exists only after the change.
    let target = page.map(Double.init) ?? position.clamped(to: finalLimits)
    if target != position {
      driver = .settle(spring(to: Int(target), velocity: 0, .preview, time))
    }
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
