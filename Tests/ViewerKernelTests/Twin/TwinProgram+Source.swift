// SPDX-License-Identifier: Apache-2.0

import ViewerKernel

extension TwinProgram {
  /// Changes the source as a third writer.
  mutating func changeSource(_ operation: Int) -> Double {
    let count = Double(source.pages.count)
    if operation == 33 {
      if next(8) == 0 { source.reset() }
    } else if operation == 31 && count < 40 || count < 2 {
      pageCount += 1
      let index = next(count + 1)
      source.apply([0, 1, 0, 1, 0, 0, index, pageCount, ratio(), 0])
    } else {
      let (index, target) = (next(count), next(count))
      let isMove = next(2) == 0
      source.apply(isMove ? [0, 1, 0, 0, 1, 0, index, target] : [0, 1, 1, 0, 0, 0, index])
    }
    return Double(source.version)
  }

  /// Answers a request.
  mutating func answer(_ writer: Int) -> Double {
    guard !writers[writer].requests.isEmpty else { return 0 }
    let place = next(Double(writers[writer].requests.count))
    let request = writers[writer].requests.remove(at: Int(place))
    let (handle, number) = (writers[writer].handle, request.fields[0])
    if next(12) == 0 { return kernel.galleryFailure(handle, number, 7, time) }
    if request.kind == 14 {
      kernel.write(source.columns)
      return kernel.galleryKnownPages(
        handle, number, Double(source.version), Double(source.pages.count), time)
    }
    if request.kind == 15 {
      return kernel.galleryKnownVersion(handle, number, Double(source.version), time)
    }
    let version = request.kind == 12 ? request.list[0] : request.fields[3]
    guard version == Double(source.version) else { return refuse(writer, number, Int(version)) }
    if request.kind == 12 {
      source.apply(request.list)
    } else if !rotate(request.fields[1], by: Int(request.fields[2])) {
      return kernel.galleryFailure(handle, number, 9, time)
    }
    return kernel.galleryReceipt(
      handle, number, Double(source.version), Double(source.pages.count), time)
  }

  private mutating func rotate(_ page: Double, by turns: Int) -> Bool {
    guard let index = source.pages.firstIndex(where: { $0.id == page }) else { return false }
    let ratio = source.pages[index].ratio
    source.apply([0, 1, 0, 0, 0, 1, Double(index), turns % 2 == 1 ? 1 / ratio : ratio, -1])
    return true
  }

  /// Answers with the changes that an edit does not know, or without them.
  private mutating func refuse(_ writer: Int, _ number: Double, _ version: Int) -> Double {
    let isExplained = next(3) != 0 && version < source.version
    let changes = isExplained ? Array(source.history[version...]) : []
    let list = changes.flatMap { $0 }
    kernel.write(list)
    return kernel.galleryConflict(
      writers[writer].handle, number, Double(source.version), Double(changes.count),
      Double(list.count), time)
  }

  /// Delivers the next change.
  mutating func deliver(_ writer: Int) -> Double {
    guard writers[writer].stream != 0, writers[writer].delivered < source.version else { return 0 }
    let change = source.history[writers[writer].delivered]
    writers[writer].delivered += 1
    kernel.write(change)
    return kernel.galleryChange(
      writers[writer].handle, writers[writer].stream, Double(change.count), time)
  }
}
