// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include <jerror.h>

#include "failure.h"

#define INITIAL_CAPACITY 16384

// The job owns the destination's buffer, so a longjmp out of libjpeg leaks no memory.
typedef struct encoding {
  struct jpeg_compress_struct codec;
  cgallery_jpeg_failure failure;
  struct jpeg_destination_mgr destination;
  uint8_t *bytes;
  size_t capacity;
} encoding;

// `codec` is the first member, so both have the same address.
static encoding *job_of(j_compress_ptr codec) { return (encoding *)codec; }

static void init_destination(j_compress_ptr codec) {
  encoding *job = job_of(codec);
  job->bytes = malloc(INITIAL_CAPACITY);
  if (job->bytes == NULL) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
  job->capacity = INITIAL_CAPACITY;
  job->destination.next_output_byte = job->bytes;
  job->destination.free_in_buffer = job->capacity;
}

// A libjpeg callback, called when the whole buffer is full.
static boolean empty_output_buffer(j_compress_ptr codec) {
  encoding *job = job_of(codec);
  uint8_t *larger = realloc(job->bytes, job->capacity * 2);
  if (larger == NULL) ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
  job->bytes = larger;
  job->destination.next_output_byte = larger + job->capacity;
  job->destination.free_in_buffer = job->capacity;
  job->capacity *= 2;
  return TRUE;
}

static void term_destination(j_compress_ptr codec) { (void)codec; }

static void set_destination(encoding *job) {
  job->destination.init_destination = init_destination;
  job->destination.empty_output_buffer = empty_output_buffer;
  job->destination.term_destination = term_destination;
  job->codec.dest = &job->destination;
}

static void start(
    encoding *job, uint32_t width, uint32_t height, uint32_t components, J_COLOR_SPACE space,
    int quality, boolean is_raw) {
  struct jpeg_compress_struct *codec = &job->codec;
  jpeg_create_compress(codec);
  set_destination(job);
  codec->image_width = width;
  codec->image_height = height;
  codec->input_components = (int)components;
  codec->in_color_space = space;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, quality, TRUE);
  codec->raw_data_in = is_raw;
  jpeg_start_compress(codec, TRUE);
}

static void encode_rows(encoding *job, const cgallery_jpeg_picture *picture, int quality) {
  struct jpeg_compress_struct *codec = &job->codec;
  J_COLOR_SPACE space = picture->channels == 1 ? JCS_GRAYSCALE : JCS_EXT_RGBX;
  start(job, picture->width, picture->height, picture->channels, space, quality, FALSE);
  while (codec->next_scanline < picture->height) {
    size_t offset = (size_t)codec->next_scanline * picture->bytes_per_row;
    JSAMPROW row = (JSAMPROW)(picture->pixels + offset);
    jpeg_write_scanlines(codec, &row, 1);
  }
  jpeg_finish_compress(codec);
}

// A row of 4:2:0 units is 16 rows of luma and 8 rows of each chroma component. Units are whole:
// beyond the edges the last sample and the last row repeat.
#define UNIT 16

static void fill_plane(
    JSAMPARRAY rows, uint32_t count, uint32_t padded, const uint8_t *plane, uint32_t width,
    uint32_t height, uint32_t first) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t y = first + i < height ? first + i : height - 1;
    memcpy(rows[i], plane + (size_t)y * width, width);
    memset(rows[i] + width, rows[i][width - 1], padded - width);
  }
}

static void encode_planes(
    encoding *job, uint32_t width, uint32_t height, const uint8_t *const planes[3], int quality) {
  struct jpeg_compress_struct *codec = &job->codec;
  start(job, width, height, 3, JCS_YCbCr, quality, TRUE);
  uint32_t padded = (width + UNIT - 1) / UNIT * UNIT;
  JSAMPARRAY rows[3];
  for (int i = 0; i < 3; i++) {
    rows[i] = (*codec->mem->alloc_sarray)(
        (j_common_ptr)codec, JPOOL_IMAGE, i == 0 ? padded : padded / 2, i == 0 ? UNIT : UNIT / 2);
  }
  while (codec->next_scanline < height) {
    uint32_t y = codec->next_scanline;
    fill_plane(rows[0], UNIT, padded, planes[0], width, height, y);
    for (int i = 1; i < 3; i++) {
      fill_plane(
          rows[i], UNIT / 2, padded / 2, planes[i], (width + 1) / 2, (height + 1) / 2, y / 2);
    }
    jpeg_write_raw_data(codec, rows, UNIT);
  }
  jpeg_finish_compress(codec);
}

/// The input of an encoding: rows of pixels, or three planes.
typedef struct request {
  const cgallery_jpeg_picture *picture;
  const uint8_t *const *planes;
  uint32_t width;
  uint32_t height;
} request;

static cgallery_jpeg_status encode(
    const request *request, int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]) {
  encoding *job = calloc(1, sizeof *job);
  if (job == NULL) return CGALLERY_JPEG_MEMORY;
  job->codec.err = cgallery_jpeg_failure_attach(&job->failure);
  volatile cgallery_jpeg_status status = CGALLERY_JPEG_OK;
  if (setjmp(job->failure.jump) == 0) {
    if (request->planes != NULL) {
      encode_planes(job, request->width, request->height, request->planes, quality);
    } else {
      encode_rows(job, request->picture, quality);
    }
    *bytes = job->bytes;
    *byte_count = job->capacity - job->destination.free_in_buffer;
  } else {
    status = job->failure.status;
    memcpy(message, job->failure.message, CGALLERY_JPEG_MESSAGE_SIZE);
    free(job->bytes);
  }
  jpeg_destroy_compress(&job->codec);
  free(job);
  return status;
}

cgallery_jpeg_status cgallery_jpeg_encode(
    const cgallery_jpeg_picture *picture, int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]) {
  request request = {.picture = picture};
  return encode(&request, quality, bytes, byte_count, message);
}

cgallery_jpeg_status cgallery_jpeg_encode_planes(
    uint32_t width, uint32_t height, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
    int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]) {
  const uint8_t *const planes[3] = {y, cb, cr};
  request request = {.planes = planes, .width = width, .height = height};
  return encode(&request, quality, bytes, byte_count, message);
}

void cgallery_jpeg_free(uint8_t *bytes) { free(bytes); }
