// SPDX-License-Identifier: Apache-2.0

// Nothing here uses it: a release is linked with the runtime inside, and so the linker learns which
// libraries Foundation consists of.
import Foundation
import StripCommands

/// Where the process starts; all the rest is in a library, which tests can link.
@main
enum Program {
  static func main() { Main.run() }
}
