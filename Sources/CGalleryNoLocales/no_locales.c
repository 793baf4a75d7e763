// SPDX-License-Identifier: Apache-2.0
//
// An empty replacement for ICU's data package. A binary with a static Foundation is otherwise half
// ICU data: names of languages, calendars and currencies that it never prints. With this package,
// ICU finds no data at run time: the program must not format or sort text by locale.
//
// The symbol contains the version of ICU, here 76. If Foundation uses another one, this file has no
// effect, and the linker includes the whole package without a warning.
#include "cgallery_no_locales.h"

#ifdef CGALLERY_LEAVES_OUT_LOCALES
#include <stdint.h>

// The header from ICU's ucmndata.h and udata.h, 32 bytes with its padding, and a table of contents
// without entries.
extern const struct cgallery_icu_package {
  uint16_t header_byte_count;
  uint8_t magic[2];
  uint16_t info_byte_count;
  uint16_t reserved;
  uint8_t is_big_endian;
  uint8_t charset;
  uint8_t character_byte_count;
  uint8_t reserved_too;
  uint8_t format[4];
  uint8_t format_version[4];
  uint8_t data_version[4];
  uint8_t padding[8];
  uint32_t entry_count;
  uint32_t end[3];
} icudt76_dat;

__attribute__((aligned(16))) const struct cgallery_icu_package icudt76_dat = {
    .header_byte_count = 32,
    .magic = {0xDA, 0x27},
    .info_byte_count = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .character_byte_count = 2,
    .format = {'C', 'm', 'n', 'D'},
    .format_version = {1},
};
#endif
