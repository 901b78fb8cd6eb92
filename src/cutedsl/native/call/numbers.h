/* Numbers of a call against their records. */
#pragma once
#include "../abi.h"
#include <stdbool.h>

static inline bool integer_fits(const ScalarRecord *record, int64_t number) {
  return (uint64_t)(number - record->least) <= (uint64_t)record->width;
}

/* Writes a number as float32; false for a finite one that float32 does not hold. */
static inline bool narrowed(double number, int64_t *slot) {
  float rounded = (float)number;
  *(float *)slot = rounded;
  return !__builtin_isinf(rounded) || __builtin_isinf(number);
}
