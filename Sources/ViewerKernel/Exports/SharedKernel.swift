// SPDX-License-Identifier: Apache-2.0

// In a service and in tests a kernel is a value like any other. Only a script has no way to pass one.
#if hasFeature(Embedded)

  /// The kernel of the script, which has one thread.
  @safe nonisolated(unsafe) let kernel = Kernel()

#endif
