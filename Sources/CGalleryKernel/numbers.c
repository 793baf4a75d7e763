// SPDX-License-Identifier: Apache-2.0

#include "CGalleryKernel.h"

double cgallery_kernel_round(double number) {
  double size = __builtin_fabs(number);
  double whole = __builtin_trunc(size);
  if (size - whole >= 0.5) whole += 1;
  return __builtin_copysign(whole, number);
}

int cgallery_kernel_compare(const void *a, const void *b, size_t count) {
  const uint8_t *left = a, *right = b;
  for (size_t i = 0; i < count; i++) {
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}
