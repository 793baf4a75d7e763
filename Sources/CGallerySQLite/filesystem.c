// SPDX-License-Identifier: Apache-2.0

#include "CGallerySQLite.h"

#include <errno.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

// SQLite's own file system has one method table per locking style. Each gets a twin whose reads and
// writes are ours; an opened file then uses the twin in place of the table.
enum { twinLimit = 16 };

typedef struct {
  const sqlite3_io_methods *original;
  sqlite3_io_methods twin;
} Twin;

static Twin twins[twinLimit];
static int twinCount;
static atomic_llong readFailureCount;
static pthread_mutex_t twinLock = PTHREAD_MUTEX_INITIALIZER;

static const sqlite3_io_methods *originalOf(sqlite3_file *file) {
  return ((const Twin *)((const char *)file->pMethods - offsetof(Twin, twin)))->original;
}

static int readFile(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = originalOf(file)->xRead(file, bytes, count, offset);
  // The bytes behind the end of a file are zeros.
  if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ) return code;
  atomic_fetch_add(&readFailureCount, 1);
  return code == SQLITE_IOERR_CORRUPTFS ? SQLITE_IOERR_READ : code;
}

int64_t cgallery_sqlite_read_failure_count(void) { return atomic_load(&readFailureCount); }

static int fullness(int code) {
  return code != SQLITE_OK && (errno == ENOSPC || errno == EDQUOT) ? SQLITE_FULL : code;
}

static int writeFile(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  errno = 0;
  return fullness(originalOf(file)->xWrite(file, bytes, count, offset));
}

static int truncateFile(sqlite3_file *file, sqlite3_int64 size) {
  errno = 0;
  return fullness(originalOf(file)->xTruncate(file, size));
}

// The memory that SQLite's processes share is a file that grows here. SQLite itself keeps no reason if it
// cannot.
static int mapShared(
    sqlite3_file *file, int index, int size, int mayGrow, void volatile **memory) {
  errno = 0;
  return fullness(originalOf(file)->xShmMap(file, index, size, mayGrow, memory));
}

static const sqlite3_io_methods *twinOf(const sqlite3_io_methods *original) {
  const sqlite3_io_methods *found = NULL;
  pthread_mutex_lock(&twinLock);
  for (int index = 0; index < twinCount && !found; index++) {
    if (twins[index].original == original) found = &twins[index].twin;
  }
  if (!found && twinCount < twinLimit) {
    Twin *twin = &twins[twinCount++];
    twin->original = original;
    twin->twin = *original;
    twin->twin.xRead = readFile;
    twin->twin.xWrite = writeFile;
    twin->twin.xTruncate = truncateFile;
    if (original->iVersion >= 2 && original->xShmMap) twin->twin.xShmMap = mapShared;
    found = &twin->twin;
  }
  pthread_mutex_unlock(&twinLock);
  return found;
}

static int openFile(
    sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags, int *outFlags) {
  sqlite3_vfs *original = system->pAppData;
  int code = original->xOpen(original, name, file, flags, outFlags);
  if (!file->pMethods) return code;
  const sqlite3_io_methods *twin = twinOf(file->pMethods);
  if (twin) file->pMethods = twin;
  return code;
}

// SQLite's own lookup resolves symbolic links, also one that replaced the file, and opens their
// target. A path passed unchanged is opened without following a link in its last component.
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

static int registerTwin(sqlite3_vfs *twin, const char *name, const char *originalName) {
  if (sqlite3_vfs_find(name)) return SQLITE_OK;
  sqlite3_vfs *original = sqlite3_vfs_find(originalName);
  if (!original) return SQLITE_ERROR;
  *twin = *original;
  twin->pNext = NULL;
  twin->zName = name;
  // The methods of the original read the locking style from the `pAppData` of the VFS that they are
  // called with; so they must be called with the original.
  twin->pAppData = original;
  twin->xOpen = openFile;
  twin->xFullPathname = fullPath;
  return sqlite3_vfs_register(twin, 0);
}

int32_t cgallery_sqlite_register(void) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static sqlite3_vfs shared;
  static sqlite3_vfs unlocked;
  pthread_mutex_lock(&lock);
  int code = sqlite3_initialize();
  if (code == SQLITE_OK) code = registerTwin(&shared, CGALLERY_SQLITE_UNIX, "unix");
  if (code == SQLITE_OK) code = registerTwin(&unlocked, CGALLERY_SQLITE_UNLOCKED, "unix-none");
  pthread_mutex_unlock(&lock);
  return code;
}
