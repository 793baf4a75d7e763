// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import ViewerKernel

/// The table of the interface against the exports and their codes.
@Suite struct InterfaceTests {
  @Test func tableNamesEveryExport() throws {
    let documented = try Interface.documented.functions

    #expect(documented.keys.sorted() == (try Interface.exports).keys.sorted())
  }

  /// A parameter in the table may stand for several, such as "x, y".
  @Test func exportsHaveTheParametersOfTheTable() throws {
    let exports = try Interface.exports

    for (name, parameters) in try Interface.documented.functions {
      #expect(exports[name] == parameters, "\(name)")
    }
  }

  @Test func tableHasTheCodes() throws {
    let codes = try Interface.documented.codes

    #expect(codes.count == KernelCode.allCases.count)
    for code in KernelCode.allCases { #expect(codes[code.rawValue] == "\(code)") }
  }

  @Test func tableHasTheKindsOfRecords() throws {
    let kinds = try Interface.documented.records

    #expect(kinds.count == RecordKind.allCases.count)
    for kind in RecordKind.allCases { #expect(kinds[kind.rawValue] == "\(kind)") }
  }

  /// An export only passes its parameters on, in their order.
  @Test func exportsCallTheirNamesakes() throws {
    for (name, call) in try Interface.calls { #expect(call == name) }
  }
}
