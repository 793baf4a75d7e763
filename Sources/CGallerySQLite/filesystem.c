// SPDX-License-Identifier: Apache-2.0

#include "CGallerySQLite.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// SQLite's own file system has one method table per locking style. Each gets a wrapper whose reads
// and writes are ours; an opened file then uses the wrapper in place of the table. Wrappers are
// never removed. Beyond the limit, which is larger than the number of styles, a file keeps SQLite's
// own methods.
enum { wrapperLimit = 16 };

typedef struct {
  const sqlite3_io_methods *original;
  sqlite3_io_methods methods;
} MethodWrapper;

static MethodWrapper wrappers[wrapperLimit];
static int wrapperCount;
static atomic_llong readFailureCount;
static pthread_mutex_t wrapperLock = PTHREAD_MUTEX_INITIALIZER;

static const sqlite3_io_methods *originalOf(sqlite3_file *file) {
  const char *methods = (const char *)file->pMethods;
  return ((const MethodWrapper *)(methods - offsetof(MethodWrapper, methods)))->original;
}

static int readFile(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = originalOf(file)->xRead(file, bytes, count, offset);
  // A short read is no failure: SQLite fills the bytes behind the end of the file with zeros.
  if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ) return code;
  atomic_fetch_add(&readFailureCount, 1);
  // SQLite's code for EIO: it would turn it into SQLITE_CORRUPT, as if the database were damaged.
  return code == SQLITE_IOERR_CORRUPTFS ? SQLITE_IOERR_READ : code;
}

int64_t cgallery_sqlite_read_failure_count(void) { return atomic_load(&readFailureCount); }

// Returns SQLITE_FULL for a call that failed for lack of space or quota, otherwise its own code.
// The caller sets errno to zero before the call, because SQLite's result does not contain it.
static int codeAfterWriting(int code) {
  return code != SQLITE_OK && (errno == ENOSPC || errno == EDQUOT) ? SQLITE_FULL : code;
}

static int writeFile(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  errno = 0;
  return codeAfterWriting(originalOf(file)->xWrite(file, bytes, count, offset));
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
  errno = 0;
  return codeAfterWriting(originalOf(file)->xTruncate(file, size));
}

// Maps the shared memory (`-shm`), whose file may grow. SQLite reports a failed growth with the
// same code for all reasons, so only errno shows that the disk is full.
static int mapShared(
    sqlite3_file *file, int index, int size, int mayGrow, void volatile **memory) {
  errno = 0;
  return codeAfterWriting(originalOf(file)->xShmMap(file, index, size, mayGrow, memory));
}

static const sqlite3_io_methods *wrapperOf(const sqlite3_io_methods *original) {
  const sqlite3_io_methods *found = NULL;
  pthread_mutex_lock(&wrapperLock);
  for (int index = 0; index < wrapperCount && !found; index++) {
    if (wrappers[index].original == original) found = &wrappers[index].methods;
  }
  if (!found && wrapperCount < wrapperLimit) {
    MethodWrapper *wrapper = &wrappers[wrapperCount++];
    wrapper->original = original;
    wrapper->methods = *original;
    wrapper->methods.xRead = readFile;
    wrapper->methods.xWrite = writeFile;
    wrapper->methods.xTruncate = truncateFile;
    if (original->iVersion >= 2 && original->xShmMap) wrapper->methods.xShmMap = mapShared;
    found = &wrapper->methods;
  }
  pthread_mutex_unlock(&wrapperLock);
  return found;
}

// The errno of the last failed opening on this thread. Before a connection exists, SQLite reports
// none.
static _Thread_local int openError;

int32_t cgallery_sqlite_open_errno(void) { return openError; }

static int openFile(
    sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags, int *outFlags) {
  sqlite3_vfs *original = system->pAppData;
  errno = 0;
  int code = original->xOpen(original, name, file, flags, outFlags);
  openError = code == SQLITE_OK ? 0 : errno;
  if (!file->pMethods) return code;
  const sqlite3_io_methods *wrapper = wrapperOf(file->pMethods);
  if (wrapper) file->pMethods = wrapper;
  return code;
}

// Opens a file for a reader. SQLite opens a log to read and write, and creates it if it is missing. As
// root it also sets the owner of a log, which changes the status of the file: a file of another kind
// keeps its owner.
static int openToRead(
    sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags, int *outFlags) {
  if (flags & SQLITE_OPEN_WAL) {
    flags &= ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_WAL);
    flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_SUBJOURNAL;
  }
  return openFile(system, name, file, flags, outFlags);
}

// Makes a path absolute, and leaves symbolic links as they are. SQLite's own function resolves
// them, so a link that replaced the file would be followed. SQLite opens an unresolved path without
// following a link in its last component.
static int fullPath(sqlite3_vfs *system, const char *name, int size, char *path) {
  (void)system;
  if (size <= 0) return SQLITE_CANTOPEN;
  size_t room = (size_t)size, length = strlen(name), start = 0;
  if (name[0] != '/') {
    if (!getcwd(path, room)) return SQLITE_CANTOPEN;
    start = strlen(path);
    if (start + 1 >= room) return SQLITE_CANTOPEN;
    path[start++] = '/';
  }
  if (length >= room - start) return SQLITE_CANTOPEN;
  memcpy(path + start, name, length + 1);
  return SQLITE_OK;
}

// Sleeps for at most a millisecond. SQLite tries a hundred times to read a shared memory that does not
// match its log, with pauses that add up to ten seconds, although nobody may be repairing it.
static int sleepShortly(sqlite3_vfs *system, int microseconds) {
  (void)system;
  int limit = microseconds < 1000 ? microseconds : 1000;
  struct timespec pause = {.tv_sec = 0, .tv_nsec = limit * 1000L};
  nanosleep(&pause, NULL);
  return limit;
}

static int registerWrapper(
    sqlite3_vfs *wrapper, const char *name, const char *originalName, int isForReaders) {
  if (sqlite3_vfs_find(name)) return SQLITE_OK;
  sqlite3_vfs *original = sqlite3_vfs_find(originalName);
  if (!original) return SQLITE_ERROR;
  *wrapper = *original;
  wrapper->pNext = NULL;
  wrapper->zName = name;
  // The original reads the locking style from the `pAppData` of the VFS that is passed to `xOpen`:
  // therefore `openFile` passes the original. No other method of it uses `pAppData`.
  wrapper->pAppData = original;
  wrapper->xOpen = isForReaders ? openToRead : openFile;
  if (isForReaders) wrapper->xSleep = sleepShortly;
  wrapper->xFullPathname = fullPath;
  return sqlite3_vfs_register(wrapper, 0);
}

int32_t cgallery_sqlite_register(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static sqlite3_vfs shared;
  static sqlite3_vfs observing;
  static sqlite3_vfs unlocked;
  pthread_mutex_lock(&lock);
  int code = sqlite3_initialize();
  if (code == SQLITE_OK) code = registerWrapper(&shared, CGALLERY_SQLITE_UNIX, "unix", 0);
  if (code == SQLITE_OK) code = registerWrapper(&observing, CGALLERY_SQLITE_OBSERVING, "unix", 1);
  if (code == SQLITE_OK) {
    code = registerWrapper(&unlocked, CGALLERY_SQLITE_UNLOCKED, "unix-none", 1);
  }
  pthread_mutex_unlock(&lock);
  return code;
}
