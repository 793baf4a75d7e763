// SPDX-License-Identifier: Apache-2.0
#include "CGalleryJPEGScans.h"

#include <stdlib.h>
#include <string.h>

#include "failure.h"

typedef struct encoding {
  struct jpeg_compress_struct codec;
  failure failure;
  jpeg_scan_info *scans;
  unsigned char *bytes;
  unsigned long byte_count;
} encoding;

static J_COLOR_SPACE color_space(uint32_t channels) {
  return channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
}

static void set_scans(encoding *job, const cgallery_oracle_scan_request *request) {
  job->scans = calloc((size_t)request->scan_count, sizeof *job->scans);
  if (job->scans == NULL) abort();
  for (int i = 0; i < request->scan_count; i++) {
    const cgallery_oracle_scan *from = &request->scans[i];
    jpeg_scan_info *to = &job->scans[i];
    to->comps_in_scan = from->component_count;
    for (int k = 0; k < from->component_count; k++) to->component_index[k] = from->components[k];
    to->Ss = from->first;
    to->Se = from->last;
    to->Ah = from->missing_before;
    to->Al = from->missing;
  }
  job->codec.scan_info = job->scans;
  job->codec.num_scans = request->scan_count;
}

static void encode(
    encoding *job, const cgallery_oracle_scan_request *request, const uint8_t *pixels) {
  struct jpeg_compress_struct *codec = &job->codec;
  jpeg_create_compress(codec);
  jpeg_mem_dest(codec, &job->bytes, &job->byte_count);
  codec->image_width = request->width;
  codec->image_height = request->height;
  codec->input_components = (int)request->channels;
  codec->in_color_space = color_space(request->channels);
  jpeg_set_defaults(codec);
  jpeg_set_quality(codec, request->quality, FALSE);
  for (int i = 0; i < codec->num_components; i++) {
    codec->comp_info[i].h_samp_factor = request->horizontal_sampling[i];
    codec->comp_info[i].v_samp_factor = request->vertical_sampling[i];
  }
  codec->restart_interval = request->restart_interval;
  codec->optimize_coding = request->uses_standard_tables ? FALSE : TRUE;
  if (request->scan_count > 0) set_scans(job, request);
  jpeg_start_compress(codec, TRUE);
  size_t stride = (size_t)request->width * request->channels;
  while (codec->next_scanline < request->height) {
    JSAMPROW row = (JSAMPROW)(pixels + codec->next_scanline * stride);
    jpeg_write_scanlines(codec, &row, 1);
  }
  jpeg_finish_compress(codec);
}

int32_t cgallery_oracle_encode_scans(
    const cgallery_oracle_scan_request *request, const uint8_t *pixels, uint8_t **bytes,
    size_t *byte_count) {
  encoding *job = calloc(1, sizeof *job);
  if (job == NULL) return 1;
  job->codec.err = attach(&job->failure);
  volatile int32_t status = 0;
  if (setjmp(job->failure.jump) == 0) {
    encode(job, request, pixels);
  } else {
    status = 1;
  }
  jpeg_destroy_compress(&job->codec);
  *bytes = job->bytes;
  *byte_count = job->byte_count;
  if (status != 0) {
    free(job->bytes);
    *bytes = NULL;
  }
  free(job->scans);
  free(job);
  return status;
}

static void copy_coefficients(
    struct jpeg_decompress_struct *codec, int component,
    cgallery_oracle_coefficients *result) {
  jvirt_barray_ptr *arrays = jpeg_read_coefficients(codec);
  jpeg_component_info *info = &codec->comp_info[component];
  result->blocks_across = info->width_in_blocks;
  result->blocks_down = info->height_in_blocks;
  size_t row_size = (size_t)info->width_in_blocks * sizeof(JBLOCK);
  result->values = malloc(row_size * info->height_in_blocks);
  if (result->values == NULL) abort();
  for (JDIMENSION y = 0; y < info->height_in_blocks; y++) {
    JBLOCKARRAY rows = (*codec->mem->access_virt_barray)(
        (j_common_ptr)codec, arrays[component], y, 1, FALSE);
    memcpy((char *)result->values + y * row_size, rows[0], row_size);
  }
  jpeg_finish_decompress(codec);
}

int32_t cgallery_oracle_read_coefficients(
    const uint8_t *bytes, size_t byte_count, int32_t component,
    cgallery_oracle_coefficients *result) {
  struct jpeg_decompress_struct codec;
  failure failure;
  memset(result, 0, sizeof *result);
  codec.err = attach(&failure);
  if (setjmp(failure.jump) != 0) {
    jpeg_destroy_decompress(&codec);
    free(result->values);
    result->values = NULL;
    return 1;
  }
  jpeg_create_decompress(&codec);
  jpeg_mem_src(&codec, bytes, byte_count);
  jpeg_read_header(&codec, TRUE);
  if (component >= codec.num_components) longjmp(failure.jump, 1);
  copy_coefficients(&codec, component, result);
  jpeg_destroy_decompress(&codec);
  result->warning_count = failure.warning_count;
  return 0;
}
