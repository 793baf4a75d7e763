// SPDX-License-Identifier: Apache-2.0
#include "CGalleryInflate.h"

#include <stdbool.h>
#include <stdlib.h>

#include <isa-l/crc.h>
#include <isa-l/igzip_lib.h>

// ISA-L's functions use the wide AVX registers and return without clearing their upper halves.
// Until these are cleared, every SSE instruction depends on the last writer of its register:
// unfiltering RGB pages took 2.6 times as long. See "Mixing AVX and SSE code" in Intel's
// optimization manual.
#if defined(__x86_64__)
static void forget_wide_registers(void) {
  if (__builtin_cpu_supports("avx")) __asm__ volatile("vzeroupper" ::: "memory");
}
#else
static void forget_wide_registers(void) {}
#endif

struct cgallery_inflater {
  struct inflate_state state;
  cgallery_inflate_status status;
  uint64_t byte_count;
  bool has_begun;
};

cgallery_inflater *cgallery_inflater_create(uint64_t byte_count) {
  cgallery_inflater *inflater = calloc(1, sizeof *inflater);
  if (inflater == NULL) return NULL;
  inflater->byte_count = byte_count;
  isal_inflate_init(&inflater->state);
  inflater->state.crc_flag = ISAL_ZLIB;
  return inflater;
}

void cgallery_inflater_destroy(cgallery_inflater *inflater) { free(inflater); }

// ISA-L treats every window as the largest one. zlib refuses window sizes that the format does not
// allow, and distances beyond a smaller window (RFC 1950, section 2.2). A stream no longer than its
// window has no such distances.
static bool has_usual_window(uint8_t method, uint64_t byte_count) {
  unsigned bits = (method >> 4) + 8u;
  return bits == 15 || (bits < 15 && byte_count <= UINT64_C(1) << bits);
}

// The cast drops const because ISA-L declares none; ISA-L does not write through the pointer.
void cgallery_inflater_feed(cgallery_inflater *inflater, const uint8_t *bytes, size_t count) {
  if (!inflater->has_begun && count > 0) {
    inflater->has_begun = true;
    if (!has_usual_window(bytes[0], inflater->byte_count)) {
      inflater->status = CGALLERY_INFLATE_UNSOUND;
    }
  }
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
  forget_wide_registers();
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
  uint32_t result = crc32_gzip_refl(crc, bytes, count);
  forget_wide_registers();
  return result;
}
