// SPDX-License-Identifier: Apache-2.0

#if hasFeature(Embedded)

  @_expose(wasm, "checksumReset")
  func checksumReset() -> Double {
    kernel.checksumReset()
  }

  @_expose(wasm, "checksumAddFrame")
  func checksumAddFrame(_ handle: Double, _ time: Double) -> Double {
    kernel.checksumAddFrame(handle, time)
  }

  @_expose(wasm, "checksumAddRecords")
  func checksumAddRecords() -> Double {
    kernel.checksumAddRecords()
  }

  @_expose(wasm, "checksumAddNumber")
  func checksumAddNumber(_ number: Double) -> Double {
    kernel.checksumAddNumber(number)
  }

  @_expose(wasm, "checksumHigh")
  func checksumHigh() -> Double {
    kernel.checksumHigh()
  }

  @_expose(wasm, "checksumLow")
  func checksumLow() -> Double {
    kernel.checksumLow()
  }

#endif
