// SPDX-License-Identifier: Apache-2.0

/// A builder of lists of kinds, so that the compiler checks each list separately.
@resultBuilder enum CraftedKindBuilder {
  static func buildExpression(_ kind: CraftedKind) -> [CraftedKind] { [kind] }
  static func buildExpression(_ kinds: [CraftedKind]) -> [CraftedKind] { kinds }
  static func buildBlock(_ kinds: [CraftedKind]...) -> [CraftedKind] { kinds.flatMap(\.self) }
  static func buildArray(_ kinds: [[CraftedKind]]) -> [CraftedKind] { kinds.flatMap(\.self) }
}
