// SPDX-License-Identifier: Apache-2.0
//
// libpng behind calls that return a status. No jump leaves a call, nothing is printed, and no
// type of libpng is visible here.
#ifndef CGALLERY_PNG_H
#define CGALLERY_PNG_H

#include <stddef.h>
#include <stdint.h>

#define CGALLERY_PNG_MESSAGE_SIZE 256

/// What a call came to.
typedef enum cgallery_png_status {
  CGALLERY_PNG_OK = 0,
  /// The data cannot be decoded further; the message says why.
  CGALLERY_PNG_CORRUPT = 1,
  /// An allocation failed.
  CGALLERY_PNG_MEMORY = 2,
  /// Reading the file descriptor failed; the error number tells why.
  CGALLERY_PNG_IO = 3,
  /// A warning came while `stops_at_warning` was set.
  CGALLERY_PNG_WARNED = 4,
} cgallery_png_status;

/// Where the compressed bytes are, and what may be spent on them.
typedef struct cgallery_png_input {
  /// The bytes, or NULL when `descriptor` is to be read. Must outlive the decoder.
  const uint8_t *bytes;
  /// An open file, read with pread(2) from offset 0; its position is not touched.
  int32_t descriptor;
  uint64_t byte_count;
  /// The largest ancillary chunk that is kept, in bytes.
  uint64_t ancillary_limit;
  /// Makes the first warning end the decoding.
  uint8_t stops_at_warning;
} cgallery_png_input;

/// The picture that a started decoder delivers: 8 bits a sample, composed over white.
typedef struct cgallery_png_output {
  uint32_t width;
  uint32_t height;
  /// 1: gray. 4: RGBX (X is 255).
  uint32_t channels;
  uint8_t is_interlaced;
} cgallery_png_output;

typedef struct cgallery_png_decoder cgallery_png_decoder;

/// Makes a decoder, or returns NULL when there is no memory.
cgallery_png_decoder *cgallery_png_decoder_create(const cgallery_png_input *input);

/// Reads up to the first pixel and says what will come.
cgallery_png_status cgallery_png_decoder_start(
    cgallery_png_decoder *decoder, cgallery_png_output *output);

/// Decodes the next row of a file that is not interlaced into `width * channels` bytes.
cgallery_png_status cgallery_png_decoder_read_row(cgallery_png_decoder *decoder, uint8_t *row);

/// Decodes all seven passes of an interlaced file into `height` rows, `bytes_per_row` apart.
///
/// After an error the rows hold what the passes before it gave. `rows_known` counts the rows
/// from the top that hold pixels of at least one pass.
cgallery_png_status cgallery_png_decoder_read_image(
    cgallery_png_decoder *decoder, uint8_t *pixels, size_t bytes_per_row, uint32_t *rows_known);

/// Reads what is left, so that late damage is seen too. Call it after the last row.
cgallery_png_status cgallery_png_decoder_finish(cgallery_png_decoder *decoder);

/// The number of warnings so far.
uint64_t cgallery_png_decoder_warning_count(const cgallery_png_decoder *decoder);

/// libpng's words for the last error, or the first warning when there was no error.
const char *cgallery_png_decoder_message(const cgallery_png_decoder *decoder);

/// errno of a CGALLERY_PNG_IO.
int32_t cgallery_png_decoder_error_number(const cgallery_png_decoder *decoder);

/// Frees all that the decoder holds.
void cgallery_png_decoder_destroy(cgallery_png_decoder *decoder);

/// How rows are made ready for compression.
typedef enum cgallery_png_filtering {
  /// What libpng chooses for each row.
  CGALLERY_PNG_FILTERING_ADAPTIVE = 0,
  /// Not at all: the better choice for flat areas and letters.
  CGALLERY_PNG_FILTERING_NONE = 1,
} cgallery_png_filtering;

/// Encodes `height` rows, `bytes_per_row` apart, of 1 (gray) or 4 (RGBX) channels.
///
/// `level` is zlib's, 1 to 9, or -1 for its default. Writes 8-bit gray or RGB without any ancillary chunk. The result is allocated with malloc;
/// the caller frees it with `cgallery_png_free`.
cgallery_png_status cgallery_png_encode(
    const uint8_t *pixels, size_t bytes_per_row, uint32_t width, uint32_t height,
    uint32_t channels, cgallery_png_filtering filtering, int32_t level, uint8_t **bytes,
    size_t *byte_count, char message[CGALLERY_PNG_MESSAGE_SIZE]);

/// Frees what `cgallery_png_encode` returned.
void cgallery_png_free(uint8_t *bytes);

/// The rows that are unfiltered together.
#define CGALLERY_PNG_LANES 32

/// 32 rows with their filters, one behind the other, and the place for their bytes.
///
/// Around the rows bytes are read and written that mean nothing: up to 320 are read behind the
/// last row of `source` and behind `above`, and up to 320 are written in front of and behind each
/// row of `target`. `above` may be a row of `target`, the last one.
typedef struct cgallery_png_rows {
  /// The first row, at its filter.
  const uint8_t *source;
  size_t source_stride;
  /// The first row, without a filter.
  uint8_t *target;
  size_t target_stride;
  /// The bytes of the row above the first one, zeros for the first row of a picture.
  const uint8_t *above;
  /// The bytes of a row, without its filter.
  size_t byte_count;
  /// 1, 2, 3, 4, 6 or 8; 1 for pixels that are smaller than a byte.
  size_t pixel_byte_count;
} cgallery_png_rows;

/// Undoes the filters of 32 rows; returns 0 when one of them is not a filter, else 1.
int32_t cgallery_png_unfilter(const cgallery_png_rows *rows);

/// Does the same without looking at what the processor can do; for tests.
int32_t cgallery_png_unfilter_portably(const cgallery_png_rows *rows);

#endif
