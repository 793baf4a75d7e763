// SPDX-License-Identifier: Apache-2.0

#include "CGallerySQLite.h"

#include <sqlite3.h>

int32_t cgallery_sqlite_harden(struct sqlite3 *connection, int32_t length_limit) {
  static const struct {
    int category;
    int value;
  } limits[] = {
      {SQLITE_LIMIT_COLUMN, 64},         {SQLITE_LIMIT_EXPR_DEPTH, 32},
      {SQLITE_LIMIT_COMPOUND_SELECT, 8}, {SQLITE_LIMIT_VDBE_OP, 25000},
      {SQLITE_LIMIT_FUNCTION_ARG, 16},   {SQLITE_LIMIT_ATTACHED, 0},
      {SQLITE_LIMIT_TRIGGER_DEPTH, 1},   {SQLITE_LIMIT_WORKER_THREADS, 0},
  };
  for (unsigned index = 0; index < sizeof limits / sizeof *limits; index++) {
    sqlite3_limit(connection, limits[index].category, limits[index].value);
  }
  sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, length_limit);
  sqlite3_limit(connection, SQLITE_LIMIT_SQL_LENGTH, length_limit);
  static const struct {
    int verb;
    int value;
  } switches[] = {
      {SQLITE_DBCONFIG_DEFENSIVE, 1},      {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
      {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
  };
  for (unsigned index = 0; index < sizeof switches / sizeof *switches; index++) {
    int code = sqlite3_db_config(
        connection, switches[index].verb, switches[index].value, (int *)0);
    if (code != SQLITE_OK) return code;
  }
  return SQLITE_OK;
}

int32_t cgallery_sqlite_soften(struct sqlite3 *connection) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)0);
}

int32_t cgallery_sqlite_keep_log(struct sqlite3 *connection, int32_t keeps) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps, (int *)0);
}
