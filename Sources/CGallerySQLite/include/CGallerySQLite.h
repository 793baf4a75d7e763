// SPDX-License-Identifier: Apache-2.0
//
// What SQLite offers to C alone, and file systems that tell a failing disk from damaged data.
#ifndef CGALLERY_SQLITE_H
#define CGALLERY_SQLITE_H

#include <stdint.h>

struct sqlite3;

/// The name of a file system like SQLite's own for Unix.
///
/// SQLite answers a read that failed with EIO as if the data were damaged, and a write that met a quota as
/// any failure. Here the former is `SQLITE_IOERR_READ`, and the latter `SQLITE_FULL`.
#define CGALLERY_SQLITE_UNIX "gallery-unix"
/// The same without locks.
#define CGALLERY_SQLITE_UNLOCKED "gallery-unlocked"

/// Makes both file systems known to SQLite; does nothing if they are.
///
/// Returns zero, or a code of SQLite.
int32_t cgallery_sqlite_register(void);

/// The number of reads of both that failed in this process.
///
/// Where SQLite reports on the state of a file, it says of a failed read that the file is damaged.
int64_t cgallery_sqlite_read_failure_count(void);

/// Makes a connection fit for files of strangers: no schema tricks, and limits on what a statement or
/// a value may cost.
///
/// `length_limit` is the most bytes of a row or a statement. Returns zero, or a code of SQLite.
int32_t cgallery_sqlite_harden(struct sqlite3 *connection, int32_t length_limit);

/// Lets a hardened connection change the schema table and what follows from it.
int32_t cgallery_sqlite_soften(struct sqlite3 *connection);

/// Says whether the log of a catalogue stays as it is when its last connection is closed.
int32_t cgallery_sqlite_keep_log(struct sqlite3 *connection, int32_t keeps);

/// Finds the kind of file system that an open folder lies in, as statfs(2) numbers it.
///
/// Returns zero, or an error number.
int32_t cgallery_file_system_kind(int32_t descriptor, uint32_t *kind);

#endif
