// SPDX-License-Identifier: Apache-2.0
//
// What the module Glibc leaves out.
#include <malloc.h>

// Of <stdio.h> with _GNU_SOURCE, since glibc 2.28.
int renameat2(
    int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned flags);
