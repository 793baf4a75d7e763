// SPDX-License-Identifier: Apache-2.0
//
// Products and quotients of 128 bits: a duration is a count of attoseconds.
#include "CGalleryKernel.h"

typedef cgallery_kernel_wide wide;

static wide product(uint64_t a, uint64_t b) {
  uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
  uint64_t low = a0 * b0;
  uint64_t middle = a1 * b0 + (low >> 32);
  uint64_t other = a0 * b1 + (uint32_t)middle;
  return (wide){(other << 32) | (uint32_t)low, a1 * b1 + (middle >> 32) + (other >> 32)};
}

wide cgallery_kernel_multiply(wide a, wide b) {
  wide result = product(a.low, b.low);
  result.high += a.high * b.low + a.low * b.high;
  return result;
}

static wide negated(wide a) { return (wide){-a.low, ~a.high + (a.low == 0)}; }

// Divides by less than 2^32, digit by digit.
static wide short_quotient(wide a, uint64_t divisor) {
  uint64_t digits[4] = {a.high >> 32, (uint32_t)a.high, a.low >> 32, (uint32_t)a.low};
  uint64_t rest = 0;
  for (int i = 0; i < 4; i++) {
    uint64_t part = (rest << 32) | digits[i];
    digits[i] = part / divisor;
    rest = part % divisor;
  }
  return (wide){(digits[2] << 32) | digits[3], (digits[0] << 32) | digits[1]};
}

static bool is_below(wide a, wide b) {
  return a.high != b.high ? a.high < b.high : a.low < b.low;
}

// Divides bit by bit.
static wide long_quotient(wide a, wide b) {
  wide quotient = {0, 0}, rest = {0, 0};
  for (int i = 127; i >= 0; i--) {
    uint64_t bit = (i < 64 ? a.low >> i : a.high >> (i - 64)) & 1;
    bool overflow = rest.high >> 63;
    rest = (wide){(rest.low << 1) | bit, (rest.high << 1) | (rest.low >> 63)};
    quotient = (wide){quotient.low << 1, (quotient.high << 1) | (quotient.low >> 63)};
    if (!overflow && is_below(rest, b)) continue;
    rest = (wide){rest.low - b.low, rest.high - b.high - (rest.low < b.low)};
    quotient.low |= 1;
  }
  return quotient;
}

wide cgallery_kernel_divide(wide a, wide b) {
  bool is_negative = (a.high >> 63) != (b.high >> 63);
  if (a.high >> 63) a = negated(a);
  if (b.high >> 63) b = negated(b);
  wide quotient;
  if ((a.high | b.high) == 0) {
    quotient = (wide){a.low / b.low, 0};
  } else if (b.high == 0 && b.low >> 32 == 0) {
    quotient = short_quotient(a, b.low);
  } else {
    quotient = long_quotient(a, b);
  }
  return is_negative ? negated(quotient) : quotient;
}
