// SPDX-License-Identifier: Apache-2.0
#if PostgreSQL

  /// The parameters of a statement in the form that libpq takes.
  struct ParameterBuffer {
    private(set) var types: [UInt32] = []
    private(set) var lengths: [Int32] = []
    private var bytes: [UInt8] = []
    /// The place of each value in `bytes`, `nil` for null.
    private var places: [Int?] = []

    init(_ parameters: [Parameter]) {
      for parameter in parameters {
        let start = bytes.count
        types.append(parameter.type)
        places.append(parameter.append(to: &bytes) ? start : nil)
        lengths.append(Int32(bytes.count - start))
      }
      // An empty value at the end needs an address as well.
      bytes.append(0)
    }

    /// Calls a function with the addresses of the values, `nil` for null.
    func withAddresses<Result>(_ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
      bytes.withUnsafeBytes { bytes in
        body(
          places.map { place in
            place.flatMap {
              bytes.baseAddress?.advanced(by: $0).assumingMemoryBound(to: CChar.self)
            }
          })
      }
    }
  }
#endif
