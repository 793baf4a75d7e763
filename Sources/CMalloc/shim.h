// SPDX-License-Identifier: Apache-2.0
//
// Functions that the Glibc module leaves out.
#include <malloc.h>

// From <stdio.h> with _GNU_SOURCE, since glibc 2.28.
int renameat2(
    int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned flags);

// From <sys/xattr.h>, which would also import time types.
__PTRDIFF_TYPE__ getxattr(
    const char *path, const char *name, void *value, __SIZE_TYPE__ byte_count);
int fsetxattr(
    int file, const char *name, const void *value, __SIZE_TYPE__ byte_count, int flags);
