// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

// Counts every allocation of the program that links this file: it replaces malloc and its relatives
// by functions that count and then call those of glibc.

/// The number of calls that took memory since the program started, of all threads.
uint64_t cbench_allocation_count(void);

/// The memory that the program has taken and not given back, in bytes.
uint64_t cbench_used_memory(void);
