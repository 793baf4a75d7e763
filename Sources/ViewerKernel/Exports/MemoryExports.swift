// SPDX-License-Identifier: Apache-2.0

#if hasFeature(Embedded)

  @_expose(wasm, "inputReserve")
  func inputReserve(_ count: Double) -> Double {
    kernel.inputReserve(count)
  }

  @_expose(wasm, "recordsAddress")
  func recordsAddress() -> Double {
    kernel.recordsAddress()
  }

  @_expose(wasm, "listsAddress")
  func listsAddress() -> Double {
    kernel.listsAddress()
  }

#endif
