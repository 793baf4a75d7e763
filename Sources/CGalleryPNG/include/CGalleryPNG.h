// SPDX-License-Identifier: Apache-2.0
//
// A wrapper of libpng whose calls return a status. No jump leaves a call, nothing is printed, and
// the interface exposes no type of libpng.
#ifndef CGALLERY_PNG_H
#define CGALLERY_PNG_H

#include <stddef.h>
#include <stdint.h>

#define CGALLERY_PNG_MESSAGE_SIZE 256

/// The result of a call.
typedef enum cgallery_png_status {
  CGALLERY_PNG_OK = 0,
  /// The data cannot be decoded further; see the message.
  CGALLERY_PNG_CORRUPT = 1,
  /// An allocation failed.
  CGALLERY_PNG_MEMORY = 2,
  /// Reading the file descriptor failed; see the error number.
  CGALLERY_PNG_IO = 3,
  /// A warning occurred while `stops_at_warning` was set.
  CGALLERY_PNG_WARNED = 4,
} cgallery_png_status;

/// The compressed bytes, and the limits for decoding them.
typedef struct cgallery_png_input {
  /// The bytes, or NULL to read `descriptor`. Must outlive the decoder.
  const uint8_t *bytes;
  /// An open file, read with pread(2) from offset 0; its position does not change.
  int32_t descriptor;
  uint64_t byte_count;
  /// The size of the largest ancillary chunk to keep, in bytes.
  uint64_t ancillary_limit;
  /// Whether the first warning ends the decoding.
  uint8_t stops_at_warning;
} cgallery_png_input;

/// The format of the image that a started decoder delivers: 8 bits per sample, composited over
/// white.
typedef struct cgallery_png_output {
  uint32_t width;
  uint32_t height;
  /// 1: gray. 4: RGBX (X is 255).
  uint32_t channels;
  uint8_t is_interlaced;
} cgallery_png_output;

typedef struct cgallery_png_decoder cgallery_png_decoder;

/// Creates a decoder. Returns NULL when out of memory.
cgallery_png_decoder *cgallery_png_decoder_create(const cgallery_png_input *input);

/// Reads up to the first pixel and fills in the output format.
cgallery_png_status cgallery_png_decoder_start(
    cgallery_png_decoder *decoder, cgallery_png_output *output);

/// Decodes the next row of a non-interlaced file into `width * channels` bytes.
cgallery_png_status cgallery_png_decoder_read_row(cgallery_png_decoder *decoder, uint8_t *row);

/// Decodes all seven passes of an interlaced file into `height` rows, `bytes_per_row` apart.
///
/// After an error the rows hold the pixels of the passes before it. `rows_known` is the number of
/// rows, from the top, with pixels of at least one pass.
cgallery_png_status cgallery_png_decoder_read_image(
    cgallery_png_decoder *decoder, uint8_t *pixels, size_t bytes_per_row, uint32_t *rows_known);

/// Reads the rest of the file, to detect damage after the last row. Call it after that row.
cgallery_png_status cgallery_png_decoder_finish(cgallery_png_decoder *decoder);

/// Returns the number of warnings so far.
uint64_t cgallery_png_decoder_warning_count(const cgallery_png_decoder *decoder);

/// Returns libpng's message for the last error, or for the first warning if there was no error.
const char *cgallery_png_decoder_message(const cgallery_png_decoder *decoder);

/// Returns the errno of a CGALLERY_PNG_IO.
int32_t cgallery_png_decoder_error_number(const cgallery_png_decoder *decoder);

/// Frees the decoder and everything it holds.
void cgallery_png_decoder_destroy(cgallery_png_decoder *decoder);

/// The row filter applied before compression.
typedef enum cgallery_png_filtering {
  /// The filter that libpng chooses for each row.
  CGALLERY_PNG_FILTERING_ADAPTIVE = 0,
  /// No filter: the better choice for flat areas and text.
  CGALLERY_PNG_FILTERING_NONE = 1,
} cgallery_png_filtering;

/// Encodes `height` rows, `bytes_per_row` apart, of 1 (gray) or 4 (RGBX) channels.
///
/// `level` is zlib's, 1 to 9, or -1 for its default. The result is 8-bit gray or RGB without
/// ancillary chunks. It is allocated with malloc; free it with `cgallery_png_free`.
cgallery_png_status cgallery_png_encode(
    const uint8_t *pixels, size_t bytes_per_row, uint32_t width, uint32_t height,
    uint32_t channels, cgallery_png_filtering filtering, int32_t level, uint8_t **bytes,
    size_t *byte_count, char message[CGALLERY_PNG_MESSAGE_SIZE]);

/// Frees the result of `cgallery_png_encode`.
void cgallery_png_free(uint8_t *bytes);

/// The number of rows that are unfiltered together.
#define CGALLERY_PNG_LANES 32

/// 32 consecutive rows with their filter bytes, and the buffer for the result.
///
/// Bytes around the rows are read and written, and their values do not matter: up to 320 are read
/// after the last row of `source` and after `above`, and up to 320 are written before and after
/// each row of `target`. `above` may be the last row of `target`.
typedef struct cgallery_png_rows {
  /// The first row, starting at its filter byte.
  const uint8_t *source;
  size_t source_stride;
  /// The first row of the result, without a filter byte.
  uint8_t *target;
  size_t target_stride;
  /// The bytes of the row above the first one; zeros for the first row of an image.
  const uint8_t *above;
  /// The number of bytes in a row, without its filter byte.
  size_t byte_count;
  /// The bytes per pixel: 1, 2, 3, 4, 6 or 8; 1 for pixels smaller than a byte.
  size_t pixel_byte_count;
} cgallery_png_rows;

/// Undoes the filters of 32 rows. Returns 1, or 0 if a row has an unknown filter.
int32_t cgallery_png_unfilter(const cgallery_png_rows *rows);

/// Undoes the filters without detecting processor features, for tests.
int32_t cgallery_png_unfilter_portably(const cgallery_png_rows *rows);

#endif
