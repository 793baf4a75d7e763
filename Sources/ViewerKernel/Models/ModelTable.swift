// SPDX-License-Identifier: Apache-2.0

/// The open models of one kind under their handles, the numbers by which a script names them.
///
/// A script cannot hold a model, only its handle. A handle that was released, or never made, gives a code.
struct ModelTable<Model: AnyObject> {
  private var handles: [Double] = []
  private var models: [Model] = []

  /// Returns a model.
  ///
  /// - Throws: `KernelCode.invalidHandle` if there is none under the handle.
  func model(_ handle: Double) throws(KernelCode) -> Model { models[try place(of: handle)] }

  /// Checks that one more model may be opened.
  func checkRoom() throws(KernelCode) {
    guard models.count < KernelLimits.models else { throw .tooLarge }
  }

  /// Adds a model under a new handle.
  mutating func add(_ model: Model, _ handle: Double) {
    handles.append(handle)
    models.append(model)
  }

  /// Removes a model, and returns 1.
  mutating func release(_ handle: Double) -> Double {
    attempt { () throws(KernelCode) in
      let place = try place(of: handle)
      handles.remove(at: place)
      models.remove(at: place)
      return 1
    }
  }

  /// Makes a call of a model at a time, and returns its result.
  @inline(never)
  func call(
    _ handle: Double, _ time: Double, _ call: (Model, Duration) throws(KernelCode) -> Double
  ) -> Double {
    attempt { () throws(KernelCode) in try call(try model(handle), try time.asTime) }
  }

  /// There are few models, usually one.
  @inline(never)
  private func place(of handle: Double) throws(KernelCode) -> Int {
    for place in handles.indices where handles[place] == handle { return place }
    throw .invalidHandle
  }
}
