// SPDX-License-Identifier: Apache-2.0

/// The open models of one kind, by their handles.
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

  /// Removes a model.
  mutating func remove(_ handle: Double) throws(KernelCode) {
    let place = try place(of: handle)
    handles.remove(at: place)
    models.remove(at: place)
  }

  /// There are few models, usually one.
  @inline(never)
  private func place(of handle: Double) throws(KernelCode) -> Int {
    for place in handles.indices where handles[place] == handle { return place }
    throw .invalidHandle
  }
}
