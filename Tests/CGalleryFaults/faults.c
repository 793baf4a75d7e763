// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "CGalleryFaults.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { descriptorLimit = 4096, pathLimit = 1024 };

static const char *folder;
static int calls = -1;
static long target;
static int failure;
// Whether all calls from the target on fail, and whether reads are counted.
static int isLasting;
static int countsReads;
static atomic_long count;

// The paths of open files of the folder; only the owner of a descriptor changes its entry, between
// open and close.
static char *paths[descriptorLimit];

__attribute__((constructor)) static void setUp(void) {
  folder = getenv("STORE_CHILD_FOLDER");
  const char *file = getenv("STORE_CHILD_CALLS");
  const char *strike = getenv("STORE_CHILD_STRIKE");
  const char *error = getenv("STORE_CHILD_ERROR");
  if (file) {
    int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    calls = (int)syscall(SYS_openat, AT_FDCWD, file, flags, 0644);
  }
  target = strike ? atol(strike) : 0;
  failure = error ? atoi(error) : 0;
  isLasting = getenv("STORE_CHILD_LASTING") != NULL;
  countsReads = getenv("STORE_CHILD_READS") != NULL;
}

static int isInFolder(const char *path) {
  return folder && path && strncmp(path, folder, strlen(folder)) == 0;
}

static const char *pathOf(int descriptor) {
  return descriptor >= 0 && descriptor < descriptorLimit ? paths[descriptor] : NULL;
}

// Counts a call, and returns whether it must fail.
static int isStruck(const char *name, const char *path) {
  if (!isInFolder(path)) return 0;
  long number = atomic_fetch_add(&count, 1) + 1;
  if (calls >= 0) {
    char line[pathLimit + 64];
    int length = snprintf(line, sizeof line, "%ld %s %s\n", number, name, path + strlen(folder));
    syscall(SYS_write, calls, line, length);
  }
  if (isLasting ? !target || number < target : number != target) return 0;
  if (!failure) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
  }
  errno = failure;
  return 1;
}

// MARK: - Names

// Writes the path of a name in an open folder; if the folder is unknown, the path is the name
// alone.
static const char *join(int start, const char *name, char *path) {
  const char *parent = name && name[0] != '/' ? pathOf(start) : NULL;
  if (!parent) return name;
  if (strcmp(name, ".") == 0) return parent;
  snprintf(path, pathLimit, "%s/%s", parent, name);
  return path;
}

static int openFile(int start, const char *name, int flags, mode_t mode) {
  char whole[pathLimit];
  const char *path = join(start, name, whole);
  // Opening a folder changes nothing, and is frequent.
  // O_TMPFILE contains O_DIRECTORY.
  if ((flags & O_TMPFILE) != O_DIRECTORY && isStruck("open", path)) return -1;
  int descriptor = (int)syscall(SYS_openat, start, name, flags, mode);
  if (descriptor >= 0 && descriptor < descriptorLimit && isInFolder(path)) {
    paths[descriptor] = strdup(path);
  }
  return descriptor;
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openFile(AT_FDCWD, path, flags, mode);
}

int openat(int start, const char *name, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openFile(start, name, flags, mode);
}

int close(int descriptor) {
  if (pathOf(descriptor)) {
    free(paths[descriptor]);
    paths[descriptor] = NULL;
  }
  return (int)syscall(SYS_close, descriptor);
}

int mkdir(const char *path, mode_t mode) {
  return isStruck("mkdir", path) ? -1 : (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

int link(const char *path, const char *name) {
  if (isStruck("link", name)) return -1;
  return (int)syscall(SYS_linkat, AT_FDCWD, path, AT_FDCWD, name, 0);
}

int unlink(const char *path) {
  return isStruck("unlink", path) ? -1 : (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int mkdirat(int start, const char *name, mode_t mode) {
  char whole[pathLimit];
  if (isStruck("mkdir", join(start, name, whole))) return -1;
  return (int)syscall(SYS_mkdirat, start, name, mode);
}

int linkat(int start, const char *name, int newStart, const char *newName, int flags) {
  char whole[pathLimit];
  if (isStruck("link", join(newStart, newName, whole))) return -1;
  return (int)syscall(SYS_linkat, start, name, newStart, newName, flags);
}

int unlinkat(int start, const char *name, int flags) {
  char whole[pathLimit];
  if (isStruck("unlink", join(start, name, whole))) return -1;
  return (int)syscall(SYS_unlinkat, start, name, flags);
}

int renameat(int start, const char *name, int newStart, const char *newName) {
  char whole[pathLimit];
  if (isStruck("rename", join(newStart, newName, whole))) return -1;
  return (int)syscall(SYS_renameat2, start, name, newStart, newName, 0);
}

int rename(const char *path, const char *name) {
  if (isStruck("rename", name)) return -1;
  return (int)syscall(SYS_renameat2, AT_FDCWD, path, AT_FDCWD, name, 0);
}

// MARK: - Bytes

ssize_t write(int descriptor, const void *bytes, size_t length) {
  if (isStruck("write", pathOf(descriptor))) return -1;
  return syscall(SYS_write, descriptor, bytes, length);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
  if (isStruck("pwrite", pathOf(descriptor))) return -1;
  return syscall(SYS_pwrite64, descriptor, bytes, length, offset);
}

ssize_t pread(int descriptor, void *bytes, size_t length, off_t offset) {
  if (countsReads && isStruck("pread", pathOf(descriptor))) return -1;
  return syscall(SYS_pread64, descriptor, bytes, length, offset);
}

int ftruncate(int descriptor, off_t length) {
  if (isStruck("ftruncate", pathOf(descriptor))) return -1;
  return (int)syscall(SYS_ftruncate, descriptor, length);
}

int fsync(int descriptor) {
  if (isStruck("fsync", pathOf(descriptor))) return -1;
  return (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  if (isStruck("fdatasync", pathOf(descriptor))) return -1;
  return (int)syscall(SYS_fdatasync, descriptor);
}

// posix_fallocate returns the error number.
int posix_fallocate(int descriptor, off_t offset, off_t length) {
  if (isStruck("fallocate", pathOf(descriptor))) return failure;
  return syscall(SYS_fallocate, descriptor, 0, offset, length) == 0 ? 0 : errno;
}

// MARK: - The same calls under their names for large files

#ifdef __GLIBC__
int open64(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openFile(AT_FDCWD, path, flags, mode);
}

int openat64(int start, const char *name, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  return openFile(start, name, flags, mode);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
  return pwrite(descriptor, bytes, length, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t length, off64_t offset) {
  return pread(descriptor, bytes, length, offset);
}

int ftruncate64(int descriptor, off64_t length) { return ftruncate(descriptor, length); }

int posix_fallocate64(int descriptor, off64_t offset, off64_t length) {
  return posix_fallocate(descriptor, offset, length);
}
#endif
