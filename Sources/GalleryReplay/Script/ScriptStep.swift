// SPDX-License-Identifier: Apache-2.0

/// A line of a script with a call at a time.
package protocol ScriptStep: Decodable {
  var time: ReplayTime { get }
}

extension ScriptCall: ScriptStep {}
