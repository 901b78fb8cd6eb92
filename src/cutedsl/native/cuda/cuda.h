/* What launchers know of CUDA's driver. */
#pragma once
#include "../abi.h"
#include "../cpu/names.h"
#include <stdbool.h>

/* `cuTensorMapEncodeTiled` for a request: tiles without gaps, no interleaving, promotion to 128 bytes in L2, zeros outside.
 * Maps of pixels, whose forms are above those of tiles, are made by Python. */
static inline int32_t encode(EncodeMap *function, const MapRequest *request, void *map) {
  enum { LAST_OF_TILES = 1 };
  static const int32_t steps[MAP_RANK] = {1, 1, 1, 1, 1};
  if (request->form > LAST_OF_TILES) return 1;
  return function(map, request->element, request->rank, request->address, request->dims, request->strides, request->box,
                  steps, 0, request->swizzle, L2_PROMOTION_128B, 0);
}
