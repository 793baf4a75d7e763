// SPDX-License-Identifier: Apache-2.0

import Foundation
import GalleryModel
import GalleryTestSupport
import Testing

@testable import GalleryReplay
@testable import StripCommands

struct ScriptConfigurationTests {
  private func configuration(_ text: String) throws -> GalleryConfiguration {
    try JSONDecoder().decode(ScriptConfiguration.self, from: Data(text.utf8)).configuration
  }

  /// A new property of the model must be handled here.
  @Test func everyPropertyOfTheModelHasAKey() {
    let names = Mirror(reflecting: GalleryConfiguration()).children.compactMap(\.label)

    let keys = ScriptConfiguration.keys.filter { !ScriptConfiguration.queueKeys.contains($0) }
    #expect(Set(names) == Set(keys + ["axis", "direction", "updates"]))
  }

  @Test func nothingIsTheDefault() throws {
    #expect(try configuration("{}") == GalleryConfiguration())
  }

  @Test func eachKeySetsThePropertyOfItsName() throws {
    for key in ScriptConfiguration.keys where !ScriptConfiguration.queueKeys.contains(key) {
      let value = key == "reducedMotion" ? "true" : "7"
      let found = try configuration("{\"\(key)\":\(value)}")

      let changed = zip(
        Mirror(reflecting: found).children, Mirror(reflecting: GalleryConfiguration()).children
      ).filter { "\($0.0.value)" != "\($0.1.value)" }
      #expect(changed.map(\.0.label) == [key])
      #expect(changed.map { "\($0.0.value)" }.first?.hasPrefix(value) == true)
    }
  }

  @Test(arguments: [
    (#""coalescing":"serial""#, UpdateConfiguration(policy: .serial)),
    (#""coalescing":"coalesce""#, UpdateConfiguration()),
    (#""softLimit":7"#, UpdateConfiguration(softLimit: 7)),
    (#""hardLimit":7"#, UpdateConfiguration(hardLimit: 7)),
  ])
  func queueHasKeysAmongTheOthers(members: String, updates: UpdateConfiguration) throws {
    var expected = GalleryConfiguration()
    expected.updates = updates

    #expect(try configuration("{\(members)}") == expected)
  }
}
