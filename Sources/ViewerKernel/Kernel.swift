// SPDX-License-Identifier: Apache-2.0

/// The models that a script has opened, and the memory regions that it shares with them.
///
/// The exports are its methods. Each takes and returns numbers, and checks them: the mistake of a script
/// gives a code and has no effect. It is not thread-safe, because a script has one thread.
package final class Kernel {
  let input = NumberRegion()
  let frame = NumberRegion()
  let records = NumberRegion()
  let lists = NumberRegion()

  var galleries = ModelTable<OpenGallery>()
  var zooms = ModelTable<OpenZoom>()
  var drawers = ModelTable<OpenDrawer>()
  var trackers = ModelTable<OpenTracker>()
  var checksum = BitChecksum()

  private var lastHandle = 0.0

  /// Creates a kernel without models.
  package init() {}

  /// Opens a model in a table, and returns its handle, which no model of any kind has had.
  func open<Model>(
    in table: inout ModelTable<Model>, _ make: () throws(KernelCode) -> Model
  ) -> Double {
    attempt { () throws(KernelCode) in
      try table.checkRoom()
      let model = try make()
      lastHandle += 1
      table.add(model, lastHandle)
      return lastHandle
    }
  }

  /// Returns a reader of the input region.
  func reader(_ count: Int) throws(KernelCode) -> ListReader {
    guard count <= KernelLimits.input else { throw .tooLarge }
    return try ListReader(input, count: count)
  }

  /// Begins new records.
  func beginRecords() -> RecordWriter { RecordWriter(records, lists: lists) }
}

// MARK: - Memory

extension Kernel {
  /// Makes room for a list in the input region, and returns its address.
  package func inputReserve(_ count: Double) -> Double {
    attempt { () throws(KernelCode) in
      let count = try count.count(upTo: KernelLimits.input)
      guard input.reserveList(count) else { throw .outOfMemory }
      return input.address
    }
  }

  /// Returns the address of the records.
  package func recordsAddress() -> Double { records.address }

  /// Returns the address of the lists.
  package func listsAddress() -> Double { lists.address }
}
