// SPDX-License-Identifier: Apache-2.0

// This module does not use Foundation: a release links the runtime statically, and the import tells
// the linker which libraries Foundation consists of.
import Foundation
import StripCommands

/// The entry point of the executable; everything else is in a library, which tests can link.
@main
enum Program {
  static func main() { Main.run() }
}
