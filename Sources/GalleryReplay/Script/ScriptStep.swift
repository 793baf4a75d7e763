// SPDX-License-Identifier: Apache-2.0

/// A line of a script that holds a call with its time.
package protocol ScriptStep: Decodable {
  var time: ReplayTime { get }
}

extension ScriptCall: ScriptStep {}
