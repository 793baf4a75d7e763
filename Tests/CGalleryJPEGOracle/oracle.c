// SPDX-License-Identifier: Apache-2.0
#include "CGalleryJPEGOracle.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

static void set_up(struct jpeg_compress_struct *codec, const cgallery_oracle_request *request) {
  codec->image_width = request->width;
  codec->image_height = request->height;
  codec->input_components = (int)request->components;
  codec->in_color_space = request->components == 1 ? JCS_GRAYSCALE : JCS_YCbCr;
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, (int)request->quality, FALSE);
  codec->restart_interval = request->restart_interval;
  codec->optimize_coding = request->optimizes ? TRUE : FALSE;
  if (request->is_progressive) jpeg_simple_progression(codec);
  for (uint32_t i = 0; i < request->components; i++) {
    codec->comp_info[i].h_samp_factor = request->horizontal[i];
    codec->comp_info[i].v_samp_factor = request->vertical[i];
  }
}

uint8_t *cgallery_oracle_encode(
    const cgallery_oracle_request *request, const uint8_t *samples, size_t *byte_count) {
  struct jpeg_compress_struct codec;
  failure failure;
  unsigned char *volatile result = NULL;
  unsigned char *bytes = NULL;
  unsigned long count = 0;
  codec.err = attach(&failure);
  jpeg_create_compress(&codec);
  if (setjmp(failure.jump) == 0) {
    jpeg_mem_dest(&codec, &bytes, &count);
    set_up(&codec, request);
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < codec.image_height) {
      size_t stride = (size_t)request->width * request->components;
      JSAMPROW row = (JSAMPROW)(samples + codec.next_scanline * stride);
      jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
    result = bytes;
    *byte_count = count;
  }
  jpeg_destroy_compress(&codec);
  return result;
}

void cgallery_oracle_free(uint8_t *bytes) { free(bytes); }

static void copy_coefficients(
    struct jpeg_decompress_struct *codec, cgallery_oracle_picture *picture) {
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(codec);
  picture->component_count = (uint32_t)codec->num_components;
  for (int i = 0; i < codec->num_components; i++) {
    const jpeg_component_info *info = &codec->comp_info[i];
    cgallery_oracle_component *component = &picture->components[i];
    component->blocks_across = info->width_in_blocks;
    component->blocks_down = info->height_in_blocks;
    size_t row = (size_t)info->width_in_blocks * 64;
    component->coefficients = malloc(row * info->height_in_blocks * sizeof(int16_t));
    for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
      JBLOCKARRAY blocks = (*codec->mem->access_virt_barray)(
          (j_common_ptr)codec, arrays[i], y, 1, FALSE);
      memcpy(component->coefficients + y * row, blocks[0], row * sizeof(int16_t));
    }
    for (int k = 0; k < 64; k++) component->steps[k] = info->quant_table->quantval[k];
  }
  jpeg_finish_decompress(codec);
}

// A call takes one row of units: the rows of all components, as arrays of pointers.
static void copy_samples(
    struct jpeg_decompress_struct *codec, cgallery_oracle_picture *picture) {
  codec->raw_data_out = TRUE;
  codec->do_block_smoothing = FALSE;
  jpeg_start_decompress(codec);
  int lines = codec->max_v_samp_factor * codec->min_DCT_scaled_size;
  JSAMPROW rows[4][64];
  JSAMPARRAY planes[4];
  for (int i = 0; i < codec->num_components; i++) {
    const jpeg_component_info *info = &codec->comp_info[i];
    cgallery_oracle_component *component = &picture->components[i];
    component->side = (uint32_t)info->DCT_scaled_size;
    size_t height = (size_t)(info->height_in_blocks + 4) * component->side;
    component->samples = calloc(height, (size_t)info->width_in_blocks * component->side + 256);
    planes[i] = rows[i];
  }
  uint32_t band = 0;
  while (codec->output_scanline < codec->output_height) {
    for (int i = 0; i < codec->num_components; i++) {
      const jpeg_component_info *info = &codec->comp_info[i];
      size_t stride = (size_t)info->width_in_blocks * (size_t)info->DCT_scaled_size;
      size_t count = (size_t)info->v_samp_factor * (size_t)info->DCT_scaled_size;
      for (size_t y = 0; y < count; y++) {
        rows[i][y] = picture->components[i].samples + (band * count + y) * stride;
      }
    }
    jpeg_read_raw_data(codec, planes, (JDIMENSION)lines);
    band++;
  }
  jpeg_finish_decompress(codec);
}

static void decode(
    const uint8_t *bytes, size_t byte_count, uint32_t denominator,
    cgallery_oracle_picture *picture) {
  struct jpeg_decompress_struct codec;
  failure failure;
  codec.err = attach(&failure);
  jpeg_create_decompress(&codec);
  if (setjmp(failure.jump) == 0) {
    jpeg_mem_src(&codec, bytes, byte_count);
    jpeg_read_header(&codec, TRUE);
    codec.scale_num = 1;
    codec.scale_denom = denominator;
    if (denominator == 0) {
      copy_coefficients(&codec, picture);
    } else {
      copy_samples(&codec, picture);
    }
    picture->is_decoded = 1;
  } else {
    picture->is_decoded = 0;
  }
  picture->warning_count += failure.warning_count;
  jpeg_destroy_decompress(&codec);
}

void cgallery_oracle_decode(
    const uint8_t *bytes, size_t byte_count, uint32_t denominator,
    cgallery_oracle_picture *picture) {
  memset(picture, 0, sizeof *picture);
  decode(bytes, byte_count, 0, picture);
  if (picture->is_decoded) decode(bytes, byte_count, denominator, picture);
}

void cgallery_oracle_clear(cgallery_oracle_picture *picture) {
  for (int i = 0; i < 4; i++) {
    free(picture->components[i].coefficients);
    free(picture->components[i].samples);
  }
  memset(picture, 0, sizeof *picture);
}
