// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <stdint.h>

// Counts every allocation of a program that links this file: replaces malloc and its relatives by
// functions that count and then call glibc's.

/// Returns the number of allocating calls of all threads since the start of the program.
uint64_t cbench_allocation_count(void);

/// Returns the number of allocated bytes that are not yet freed.
uint64_t cbench_used_memory(void);
