/* Vectors of one number a lane. LLVM cuts them into what the user's machine has. */
#pragma once
#include "check.h"

typedef uint64_t Lanes __attribute__((vector_size(8 * WARP_LANES), aligned(8)));

/* A comparison's result as bits. */
static inline __attribute__((always_inline)) uint32_t bits_of(Lanes mask) {
  uint32_t bits = 0;
#ifdef __clang__
  typedef bool Flags __attribute__((ext_vector_type(WARP_LANES)));
  Flags flags = __builtin_convertvector(mask, Flags);
  __builtin_memcpy(&bits, &flags, sizeof bits);
#else /* GCC runs the tests */
  for (int k = 0; k < WARP_LANES; k++) bits |= (uint32_t)(mask[k] != 0) << k;
#endif
  return bits;
}
