// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Takes a value in a way that the optimizer cannot see through.
@inline(never)
@_optimize(none)
func keep<T>(_ value: T) {}

/// Ends the program with a failure.
func fatalExit() -> Never { exit(1) }
