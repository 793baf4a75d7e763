// SPDX-License-Identifier: Apache-2.0
#include "CGalleryInflate.h"

#include <stdlib.h>

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

struct cgallery_inflater {
  struct inflate_state state;
  cgallery_inflate_status status;
};

cgallery_inflater *cgallery_inflater_create(void) {
  cgallery_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  isal_inflate_init(&inflater->state);
  inflater->state.crc_flag = ISAL_ZLIB;
  return inflater;
}

void cgallery_inflater_destroy(cgallery_inflater *inflater) { free(inflater); }

// The pointer loses its const because ISA-L declares none; it writes nothing through it.
void cgallery_inflater_feed(cgallery_inflater *inflater, const uint8_t *bytes, size_t count) {
  inflater->state.next_in = (uint8_t *)bytes;
  inflater->state.avail_in = (uint32_t)count;
}

cgallery_inflate_status cgallery_inflater_read(
    cgallery_inflater *inflater, uint8_t *bytes, size_t count, size_t *byte_count) {
  struct inflate_state *state = &inflater->state;
  *byte_count = 0;
  if (inflater->status != CGALLERY_INFLATE_OK) return inflater->status;
  state->next_out = bytes;
  state->avail_out = (uint32_t)count;
  int result = isal_inflate(state);
  *byte_count = count - state->avail_out;
  if (result != ISAL_DECOMP_OK) {
    inflater->status = CGALLERY_INFLATE_UNSOUND;
  } else if (state->block_state == ISAL_BLOCK_FINISH) {
    inflater->status = CGALLERY_INFLATE_END;
  }
  return inflater->status;
}

// ISA-L reads up to eight bytes ahead of the bits that it decodes.
size_t cgallery_inflater_excess(const cgallery_inflater *inflater) {
  int32_t ahead = inflater->state.read_in_length;
  return inflater->state.avail_in + (ahead > 0 ? (size_t)ahead / 8 : 0);
}

uint32_t cgallery_crc32(uint32_t crc, const uint8_t *bytes, size_t count) {
  return crc32_gzip_refl(crc, bytes, count);
}
