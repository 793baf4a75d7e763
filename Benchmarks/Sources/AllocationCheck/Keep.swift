// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Uses a value in a way that the optimizer cannot remove.
@inline(never)
@_optimize(none)
func keep<T>(_ value: T) {}

/// Ends the program with a failure status.
func fatalExit() -> Never { exit(1) }
