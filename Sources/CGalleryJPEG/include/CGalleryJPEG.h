// SPDX-License-Identifier: Apache-2.0
//
// libjpeg behind calls that return a status. No jump leaves a call, nothing is printed, and no
// type of libjpeg is visible here.
#ifndef CGALLERY_JPEG_H
#define CGALLERY_JPEG_H

#include <stddef.h>
#include <stdint.h>

#define CGALLERY_JPEG_MESSAGE_SIZE 256

/// What a call came to.
typedef enum cgallery_jpeg_status {
  CGALLERY_JPEG_OK = 0,
  /// The data cannot be decoded further; the message says why.
  CGALLERY_JPEG_CORRUPT = 1,
  /// libjpeg asked for more memory than it was given.
  CGALLERY_JPEG_MEMORY = 2,
  /// Reading the file descriptor failed; `error_number` holds errno.
  CGALLERY_JPEG_IO = 3,
  /// The file holds more scans than allowed.
  CGALLERY_JPEG_SCANS = 4,
  /// A warning came while `stops_at_warning` was set.
  CGALLERY_JPEG_WARNED = 5,
} cgallery_jpeg_status;

/// Where the compressed bytes are, and what may be spent on them.
typedef struct cgallery_jpeg_input {
  /// The bytes, or NULL when `descriptor` is to be read. Must outlive the decoder.
  const uint8_t *bytes;
  /// An open file, read with pread(2) from offset 0; its position is not touched.
  int32_t descriptor;
  uint64_t byte_count;
  /// Where the two height bytes of the frame header are; 0 leaves them as they are.
  uint64_t height_offset;
  /// What to read there instead, for a height that a DNL marker holds.
  uint16_t height;
  /// The largest number of scans that is decoded.
  uint32_t scan_limit;
  /// What libjpeg may allocate, in bytes.
  uint64_t memory_limit;
  /// Makes the first warning end the decoding.
  uint8_t stops_at_warning;
} cgallery_jpeg_input;

/// The picture that a started decoder delivers.
typedef struct cgallery_jpeg_output {
  uint32_t width;
  uint32_t height;
  /// 1: gray. 4: RGBX (X is 255), or CMYK when `is_cmyk` is set. 2: gray and a component unknown.
  uint32_t channels;
  uint8_t is_cmyk;
  /// Adobe programs store 255 - ink.
  uint8_t is_inverted;
} cgallery_jpeg_output;

/// How much of a progressive file has to be known before its picture is made.
typedef enum cgallery_jpeg_precision {
  /// All scans.
  CGALLERY_JPEG_ALL_SCANS = 0,
  /// The mean of each block, and all other coefficients of the transform but for the last bit of each.
  CGALLERY_JPEG_ALL_BUT_LAST_BITS = 1,
  /// The mean of each block: enough for a picture of 1/8.
  CGALLERY_JPEG_MEANS = 2,
} cgallery_jpeg_precision;

typedef struct cgallery_jpeg_decoder cgallery_jpeg_decoder;

/// Makes a decoder, or returns NULL when there is no memory.
cgallery_jpeg_decoder *cgallery_jpeg_decoder_create(const cgallery_jpeg_input *input);

/// Reads the header and starts decoding at 1/`denominator` (1, 2, 4 or 8) of the size.
///
/// Files of several scans are read here, up to the scan after which `precision` is reached;
/// bytes behind it are not looked at. An error in a scan shows the picture of what came before
/// it, and `cgallery_jpeg_decoder_lost_scans` tells of it.
cgallery_jpeg_status cgallery_jpeg_decoder_start(
    cgallery_jpeg_decoder *decoder, uint32_t denominator, cgallery_jpeg_precision precision,
    cgallery_jpeg_output *output);

/// Decodes the next row into `row`, which holds `width * channels` bytes.
cgallery_jpeg_status cgallery_jpeg_decoder_read_row(cgallery_jpeg_decoder *decoder, uint8_t *row);

/// Reads what is left, so that late damage is seen too. Call it after the last row.
cgallery_jpeg_status cgallery_jpeg_decoder_finish(cgallery_jpeg_decoder *decoder);

/// Whether an error ended the scans early (1), so that the picture is what came before it.
///
/// It is known once the decoder has started, and the message is that of the error.
int32_t cgallery_jpeg_decoder_lost_scans(const cgallery_jpeg_decoder *decoder);

/// The number of warnings so far.
uint64_t cgallery_jpeg_decoder_warning_count(const cgallery_jpeg_decoder *decoder);

/// libjpeg's words for the last error, or the first warning when there was no error.
const char *cgallery_jpeg_decoder_message(const cgallery_jpeg_decoder *decoder);

/// errno of a CGALLERY_JPEG_IO.
int32_t cgallery_jpeg_decoder_error_number(const cgallery_jpeg_decoder *decoder);

/// Frees all that the decoder holds.
void cgallery_jpeg_decoder_destroy(cgallery_jpeg_decoder *decoder);

/// A picture to be encoded.
typedef struct cgallery_jpeg_picture {
  const uint8_t *pixels;
  size_t bytes_per_row;
  uint32_t width;
  uint32_t height;
  /// 1: gray. 4: RGBX.
  uint32_t channels;
} cgallery_jpeg_picture;

/// Encodes a picture.
///
/// Colour is 4:2:0, quality 1...100. No metadata but the JFIF header. The result is allocated
/// with malloc; the caller frees it with `cgallery_jpeg_free`.
cgallery_jpeg_status cgallery_jpeg_encode(
    const cgallery_jpeg_picture *picture, int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]);

/// Encodes planes of Y, Cb and Cr without gaps between rows in the same way.
///
/// The sides of the planes of colour are half of `width` and `height`, rounded up.
cgallery_jpeg_status cgallery_jpeg_encode_planes(
    uint32_t width, uint32_t height, const uint8_t *y, const uint8_t *cb, const uint8_t *cr,
    int32_t quality, uint8_t **bytes, size_t *byte_count,
    char message[CGALLERY_JPEG_MESSAGE_SIZE]);

/// Frees what `cgallery_jpeg_encode` returned.
void cgallery_jpeg_free(uint8_t *bytes);

#endif
