// SPDX-License-Identifier: Apache-2.0
//
// SQLite calls that Swift cannot make itself, and VFSs that distinguish a failing disk from damaged
// data.
#ifndef CGALLERY_SQLITE_H
#define CGALLERY_SQLITE_H

#include <stdint.h>

struct sqlite3;

/// The name of a VFS like SQLite's own for Unix.
///
/// SQLite reports a read that failed with EIO as damaged data, and a write that exceeded a quota as
/// a general failure. This VFS reports `SQLITE_IOERR_READ` and `SQLITE_FULL`.
#define CGALLERY_SQLITE_UNIX "gallery-unix"
/// The same VFS with pauses of at most a millisecond, for readers that have another way to read.
#define CGALLERY_SQLITE_OBSERVING "gallery-observing"
/// The same VFS without locks.
#define CGALLERY_SQLITE_UNLOCKED "gallery-unlocked"

/// Registers the VFSs with SQLite, unless they are registered already.
///
/// Returns zero or an SQLite result code.
int32_t cgallery_sqlite_register(void);

/// Returns the number of failed reads of the VFSs in this process.
///
/// SQLite's checks of a file report a failed read as damage to the file.
int64_t cgallery_sqlite_read_failure_count(void);

/// Returns the errno of the last opening of a file on this thread, zero if it succeeded.
int32_t cgallery_sqlite_open_errno(void);

/// Prepares a connection for untrusted files: no schema tricks, and limits on the cost of a
/// statement or a value.
///
/// `length_limit` is the largest row or statement in bytes. Returns zero or an SQLite result code.
int32_t cgallery_sqlite_harden(struct sqlite3 *connection, int32_t length_limit);

/// Lets a hardened connection change the schema table and values derived from it.
int32_t cgallery_sqlite_soften(struct sqlite3 *connection);

/// Sets whether the log of a catalog is kept when its last connection closes.
int32_t cgallery_sqlite_keep_log(struct sqlite3 *connection, int32_t keeps);

/// Stores the type of the file system that contains an open folder (`f_type` of statfs(2)).
///
/// Returns zero or an error number.
int32_t cgallery_file_system_kind(int32_t descriptor, uint32_t *kind);

#endif
