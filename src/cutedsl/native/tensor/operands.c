/* Operands of multiplies as numbers. */
#include "multiply.h"

enum { MOST_VALUES = 32 };
typedef _Float16 Halves __attribute__((vector_size(16)));
typedef float Floats __attribute__((vector_size(32)));
typedef union {
  float number;
  uint32_t bits;
  int32_t integer;
} Word;

/* A float of fewer bits: a sign, an exponent and a mantissa of so many. */
INLINE float narrow(uint32_t code, uint32_t exponent, uint32_t mantissa, int32_t bias) {
  uint32_t magnitude = code & ((1u << (exponent + mantissa)) - 1), sign = code >> (exponent + mantissa) & 1;
  /* The exponent of float counts from 127: what lacks is a factor, by which subnormal numbers become right too. */
  Word word = {.bits = magnitude << (23 - mantissa)}, factor = {.bits = (uint32_t)(254 - bias) << 23};
  word.number *= factor.number;
  word.bits |= sign << 31;
  return word.number;
}

INLINE Word byte_value(uint32_t byte, Format format) {
  Word word = {.integer = format == S8 ? (int8_t)byte : (int32_t)byte};
  switch (format) {
  case E4M3:
    word.number = narrow(byte, 4, 3, 7);
    if ((byte & 0x7f) == 0x7f) word.bits = 0x7fffffff;
    return word;
  case E5M2:
    word.number = narrow(byte, 5, 2, 15);
    if ((byte & 0x7f) == 0x7c) word.bits = (byte & 0x80) << 24 | 0x7f800000;
    if ((byte & 0x7f) > 0x7c) word.bits = 0x7fffffff;
    return word;
  case E2M3:
    word.number = narrow(byte, 2, 3, 1);
    return word;
  case E3M2:
    word.number = narrow(byte, 3, 2, 3);
    return word;
  case E2M1:
    word.number = narrow(byte, 2, 1, 1);
    return word;
  default:
    return word;
  }
}

/* A byte of tensor memory holds 4 bits as bits 5 to 2. */
static inline uint32_t contained(uint32_t byte, Format format) { return format == E2M1 ? byte >> 2 & 0xf : byte; }

static void widen_halves(const uint8_t *piece, float *out) {
  Halves some;
  __builtin_memcpy(&some, piece, sizeof some);
  Floats wide = __builtin_convertvector(some, Floats);
  __builtin_memcpy(out, &wide, sizeof wide);
}

/* The values of 16 bytes of shared memory; gives how many. */
static inline uint32_t decode(const uint8_t *piece, Format format, float *out) {
  uint64_t low, high;
  uint32_t word;
  switch (format) {
  case F16:
    widen_halves(piece, out);
    return 8;
  case BF16:
    for (int32_t k = 0; k < 8; k++) out[k] = (Word){.bits = (uint32_t)(piece[2 * k] | piece[2 * k + 1] << 8) << 16}.number;
    return 8;
  case TF32:
    for (int32_t k = 0; k < 4; k++) {
      __builtin_memcpy(&word, piece + 4 * k, 4);
      out[k] = (Word){.bits = word & 0xffffe000}.number;
    }
    return 4;
  case E2M1: /* 8 bytes of 16 elements, and 8 that nobody reads */
    for (int32_t k = 0; k < 16; k++) out[k] = narrow(piece[k / 2] >> 4 * (k & 1) & 0xf, 2, 1, 1);
    return 16;
  case PACKED:
    for (int32_t k = 0; k < 32; k++) out[k] = narrow(piece[k / 2] >> 4 * (k & 1) & 0xf, 2, 1, 1);
    return 32;
  case E2M3: /* 12 bytes of 16 elements */
  case E3M2:
    __builtin_memcpy(&low, piece, 8);
    __builtin_memcpy(&high, piece + 4, 8);
    for (int32_t k = 0; k < 16; k++) {
      uint64_t bits = k < 8 ? low >> 6 * k : high >> (6 * k - 32);
      out[k] = byte_value(bits & 0x3f, format).number;
    }
    return 16;
  default:
    for (int32_t k = 0; k < 16; k++) out[k] = byte_value(piece[k], format).number;
    return 16;
  }
}

static uint32_t values_of(Format format) { return format == TF32 ? 4 : format <= BF16 ? 8 : format == PACKED ? 32 : 16; }

HOT bool read_shared(const Issuer *who, const Block *block, uint64_t descriptor, Format format, bool along_rows,
                     uint32_t first, uint32_t rows, uint32_t k, float *out, uint32_t pitch) {
  Matrix matrix;
  float some[MOST_VALUES];
  if (read_descriptor(who, block, descriptor, &matrix)) return true;
  bool wide = matrix.mask == 0x60;
  if (along_rows ? wide != (format == TF32) : false)
    return tensor_fault(who, TENSOR_DESCRIPTOR_ORDER, format, matrix.mask);
  if (along_rows && rows % values_of(format)) return tensor_fault(who, TENSOR_INSTRUCTION, TENSOR_FIELD_N, rows);
  uint32_t count = values_of(format), end = first + rows;
  for (uint32_t i = 0; along_rows && i < k; i++)
    for (uint32_t piece_row = first / count * count; piece_row < end; piece_row += count) {
      const uint8_t *piece = piece_along_rows(who, &matrix, piece_row / count * PIECE_BYTES, i);
      if (!piece) return true;
      decode(piece, format, some);
      uint32_t low = piece_row < first ? first : piece_row, high = piece_row + count < end ? piece_row + count : end;
      __builtin_memcpy(&out[i * pitch + low - first], some + (low - piece_row), (high - low) * sizeof *some);
    }
  for (uint32_t i = 0; !along_rows && i < rows; i++)
    for (uint32_t j = 0; j < k / count; j++) {
      const uint8_t *piece = piece_along_k(who, &matrix, first + i, j * PIECE_BYTES);
      if (!piece) return true;
      decode(piece, format, some);
      for (uint32_t v = 0; v < count; v++) out[(j * count + v) * pitch + i] = some[v];
    }
  return false;
}

HOT bool read_tensor(const Issuer *who, Block *block, uint32_t address, Format format, const uint8_t *lane_of,
                     uint32_t rows, uint32_t k, float *out, uint32_t pitch) {
  uint32_t first = address & COLUMN_MASK, bits = format_bits(format), columns = k * bits / 32, each = 32 / bits;
  if (outside_columns(who, block, first, columns)) return true;
  const uint32_t *words = words_of(block);
  for (uint32_t c = 0; c < columns; c++)
    for (uint32_t row = 0; row < rows; row++) {
      uint32_t word = words[(first + c) * TENSOR_LANES + lane_of[row / CHUNK] + row % CHUNK];
      for (uint32_t v = 0; v < each; v++) {
        uint32_t code = bits == 32 ? word : word >> bits * v & ((1u << bits) - 1);
        Word value = {.bits = code & 0xffffe000};
        if (format == F16) {
          uint16_t half = code;
          _Float16 number;
          __builtin_memcpy(&number, &half, sizeof number);
          value.number = number;
        } else if (format == BF16) {
          value.bits = code << 16;
        } else if (format == PACKED) {
          value.number = narrow(code, 2, 1, 1);
        } else if (format != TF32) {
          value = byte_value(contained(code, format), format);
        }
        __builtin_memcpy(&out[(c * each + v) * pitch + row], &value, sizeof value);
      }
    }
  return false;
}
