/* Matrices in shared memory, as 64-bit descriptors name them. Source: PTX ISA, "Shared Memory Descriptor" and
 * "Canonical Layouts". */
#include "tensor.h"

enum { UNIT_SHIFT = 4, ROWS = 8 };

static inline uint32_t bits(uint64_t word, int32_t at, int32_t count) {
  return (uint32_t)(word >> at & (((uint64_t)1 << count) - 1));
}

bool read_descriptor(const Issuer *who, const Block *block, uint64_t descriptor, Matrix *matrix) {
  /* The codes of bits 61 to 63. Source: PTX ISA, "Shared memory descriptor". */
  enum { NONE, WIDE_ATOMS, SWIZZLE_128 = 2, SWIZZLE_64 = 4, SWIZZLE_32 = 6 };
  uint32_t layout = bits(descriptor, 61, 3);
  if (bits(descriptor, 46, 3) != 1) return tensor_fault(who, TENSOR_DESCRIPTOR_VERSION, (int64_t)descriptor, 0);
  if (bits(descriptor, 14, 2) || bits(descriptor, 30, 2) || bits(descriptor, 53, 8))
    return tensor_fault(who, TENSOR_DESCRIPTOR_BITS, (int64_t)descriptor, 0);
  if (layout & 1 && layout != WIDE_ATOMS) return tensor_fault(who, TENSOR_DESCRIPTOR_LAYOUT, layout, 0);
  bool goes_on = bits(descriptor, 52, 1);
  if (goes_on && layout != SWIZZLE_128) return tensor_fault(who, TENSOR_DESCRIPTOR_ABSOLUTE, (int64_t)descriptor, 0);
  *matrix = (Matrix){.smem = block->smem,
                     .smem_bytes = block->smem_stride,
                     .start = bits(descriptor, 0, 14) << UNIT_SHIFT,
                     .leading = bits(descriptor, 16, 14) << UNIT_SHIFT,
                     .stride = bits(descriptor, 32, 14) << UNIT_SHIFT,
                     .base = bits(descriptor, 49, 3),
                     .goes_on = goes_on,
                     .row_bytes = layout == NONE ? 16 : layout == SWIZZLE_32 ? 32 : layout == SWIZZLE_64 ? 64 : 128,
                     .period_rows = layout == WIDE_ATOMS ? 4 : ROWS,
                     .mask = layout == NONE         ? 0
                             : layout == SWIZZLE_32 ? 0x10
                             : layout == SWIZZLE_64 ? 0x30
                             : layout == WIDE_ATOMS ? 0x60
                                                    : 0x70,
                     .shift = layout == WIDE_ATOMS ? 2 : 3};
  return false;
}

static const uint8_t *swizzled(const Issuer *who, const Matrix *matrix, uint32_t offset) {
  uint32_t address = matrix->start + offset;
  uint32_t place = address ^ ((address - (matrix->base << 7)) >> matrix->shift & matrix->mask);
  if (place + PIECE_BYTES <= matrix->smem_bytes) return matrix->smem + place;
  tensor_fault(who, TENSOR_DESCRIPTOR_OUTSIDE, place, matrix->smem_bytes);
  return NULL;
}

HOT const uint8_t *piece_along_k(const Issuer *who, const Matrix *matrix, uint32_t row, uint32_t bytes) {
  uint32_t offset = row / ROWS * matrix->stride + row % ROWS * matrix->row_bytes;
  if (!matrix->mask) return swizzled(who, matrix, offset + bytes / PIECE_BYTES * matrix->leading);
  uint32_t inside = matrix->start % matrix->row_bytes + bytes;
  if (matrix->goes_on && inside >= matrix->row_bytes) {
    Matrix next = *matrix;
    next.start = matrix->leading;
    return swizzled(who, &next, offset + inside - matrix->row_bytes);
  }
  return swizzled(who, matrix, offset + bytes);
}

HOT const uint8_t *piece_along_rows(const Issuer *who, const Matrix *matrix, uint32_t bytes, uint32_t k) {
  uint32_t inside = bytes % matrix->row_bytes, outer = bytes / matrix->row_bytes;
  uint32_t row = k % matrix->period_rows * matrix->row_bytes, rows = k / matrix->period_rows;
  /* Without a swizzle the two distances have each other's meaning. */
  if (!matrix->mask) return swizzled(who, matrix, inside + outer * matrix->stride + row + rows * matrix->leading);
  return swizzled(who, matrix, inside + outer * matrix->leading + row + rows * matrix->stride);
}
