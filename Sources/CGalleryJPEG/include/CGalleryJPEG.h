// SPDX-License-Identifier: Apache-2.0
//
// A wrapper of libjpeg whose functions return a status. No longjmp leaves a function, nothing is
// printed, and the interface exposes no type of libjpeg.
#ifndef CGALLERY_JPEG_H
#define CGALLERY_JPEG_H

#include <stddef.h>
#include <stdint.h>

#define CGALLERY_JPEG_MESSAGE_SIZE 256

/// The result of a call.
typedef enum cgallery_jpeg_status {
  CGALLERY_JPEG_OK = 0,
  /// The data cannot be decoded further; see the message.
  CGALLERY_JPEG_CORRUPT = 1,
  /// libjpeg exceeded its memory limit.
  CGALLERY_JPEG_MEMORY = 2,
  /// Reading the file descriptor failed; see the error number.
  CGALLERY_JPEG_IO = 3,
  /// The file has more scans than allowed.
  CGALLERY_JPEG_SCANS = 4,
  /// A warning occurred while `stops_at_warning` was set.
  CGALLERY_JPEG_WARNED = 5,
} cgallery_jpeg_status;

/// The compressed bytes, and the limits for decoding them.
typedef struct cgallery_jpeg_input {
  /// The bytes, or NULL to read `descriptor`. Must outlive the decoder.
  const uint8_t *bytes;
  /// An open file, read with pread(2) from offset 0; its position does not change.
  int32_t descriptor;
  uint64_t byte_count;
  /// The offset of the two height bytes of the frame header; 0 leaves them unchanged.
  uint64_t height_offset;
  /// The height to use in their place, taken from a DNL marker.
  uint16_t height;
  /// The largest number of scans to decode.
  uint32_t scan_limit;
  /// The most memory that libjpeg may allocate, in bytes.
  uint64_t memory_limit;
  /// Whether the first warning ends the decoding.
  uint8_t stops_at_warning;
} cgallery_jpeg_input;

/// The format of the image that a started decoder delivers.
typedef struct cgallery_jpeg_output {
  uint32_t width;
  uint32_t height;
  /// 1: gray. 4: RGBX (X is 255), or CMYK when `is_cmyk` is set. 2: gray and an unknown component.
  uint32_t channels;
  uint8_t is_cmyk;
  /// Whether samples are 255 - ink, as Adobe programs store them.
  uint8_t is_inverted;
} cgallery_jpeg_output;

/// The precision of a progressive file's coefficients at which its image is produced.
typedef enum cgallery_jpeg_precision {
  /// All scans.
  CGALLERY_JPEG_ALL_SCANS = 0,
  /// The mean of each block, and all other coefficients of the transform except their last bits.
  CGALLERY_JPEG_ALL_BUT_LAST_BITS = 1,
  /// The mean of each block: sufficient for an image at 1/8.
  CGALLERY_JPEG_MEANS = 2,
} cgallery_jpeg_precision;

typedef struct cgallery_jpeg_decoder cgallery_jpeg_decoder;

/// Creates a decoder. Returns NULL when out of memory.
cgallery_jpeg_decoder *cgallery_jpeg_decoder_create(const cgallery_jpeg_input *input);

/// Reads the header and starts decoding at 1/`denominator` (1, 2, 4 or 8) of the size.
///
/// This call reads the scans of a multi-scan file, up to the one that reaches `precision`; it
/// ignores the bytes after that scan. After an error in a scan the image shows the scans before it,
/// and `cgallery_jpeg_decoder_lost_scans` returns 1.
cgallery_jpeg_status cgallery_jpeg_decoder_start(
    cgallery_jpeg_decoder *decoder, uint32_t denominator, cgallery_jpeg_precision precision,
    cgallery_jpeg_output *output);

/// Decodes the next row into `row`, which has room for `width * channels` bytes.
cgallery_jpeg_status cgallery_jpeg_decoder_read_row(cgallery_jpeg_decoder *decoder, uint8_t *row);

/// Reads the rest of the file, to detect damage after the last row. Call it after that row.
cgallery_jpeg_status cgallery_jpeg_decoder_finish(cgallery_jpeg_decoder *decoder);

/// Returns 1 if an error ended the scans early, so that the image shows only the scans before it.
///
/// Valid once the decoder has started; the message is that of the error.
int32_t cgallery_jpeg_decoder_lost_scans(const cgallery_jpeg_decoder *decoder);

/// Returns the number of warnings so far.
uint64_t cgallery_jpeg_decoder_warning_count(const cgallery_jpeg_decoder *decoder);

/// Returns libjpeg's message for the last error, or for the first warning if there was no error.
const char *cgallery_jpeg_decoder_message(const cgallery_jpeg_decoder *decoder);

/// Returns the errno of a CGALLERY_JPEG_IO.
int32_t cgallery_jpeg_decoder_error_number(const cgallery_jpeg_decoder *decoder);

/// Frees the decoder and everything it holds.
void cgallery_jpeg_decoder_destroy(cgallery_jpeg_decoder *decoder);

/// An image to encode.
typedef struct cgallery_jpeg_picture {
  const uint8_t *pixels;
  size_t bytes_per_row;
  uint32_t width;
  uint32_t height;
  /// 1: gray. 4: RGBX.
  uint32_t channels;
} cgallery_jpeg_picture;

/// Encodes an image.
///
/// Color is encoded as 4:2:0; quality is 1...100. The only metadata is the JFIF header. The result
/// is allocated with malloc; free it with `cgallery_jpeg_free`.
cgallery_jpeg_status cgallery_jpeg_encode(
    const cgallery_jpeg_picture *picture, int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]);

/// Encodes planes of Y, Cb and Cr, without padding between rows, like `cgallery_jpeg_encode`.
///
/// The sides of the chroma planes are half of `width` and `height`, rounded up.
cgallery_jpeg_status cgallery_jpeg_encode_planes(
    uint32_t width, uint32_t height, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
    int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]);

/// Frees the result of `cgallery_jpeg_encode` or `cgallery_jpeg_encode_planes`.
void cgallery_jpeg_free(uint8_t *bytes);

#endif
