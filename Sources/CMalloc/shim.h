// SPDX-License-Identifier: Apache-2.0
//
// What the module Glibc leaves out.
#include <malloc.h>

// Of <stdio.h> with _GNU_SOURCE, since glibc 2.28.
int renameat2(
    int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned flags);

// Of <sys/xattr.h>, which would bring the types of time along.
__PTRDIFF_TYPE__ getxattr(
    const char *path, const char *name, void *value, __SIZE_TYPE__ byte_count);
int fsetxattr(
    int file, const char *name, const void *value, __SIZE_TYPE__ byte_count, int flags);
