/* Instruction descriptors: 32 bits that say what a multiply multiplies. Source: PTX ISA, "Instruction Descriptor" and
 * "Shape". */
#include "multiply.h"

static inline uint32_t field(uint32_t word, int32_t at, int32_t count) { return word >> at & ((1u << count) - 1); }

static bool bad(const Issuer *who, int32_t what, int64_t value) {
  return tensor_fault(who, TENSOR_INSTRUCTION, what, value);
}

/* The formats by their codes; -1: there is none. */
static bool read_format(const Issuer *who, int32_t kind, uint32_t code, int32_t what, Format *format) {
  static const int8_t narrow[] = {E4M3, E5M2, -1, E2M3, E3M2, E2M1, -1, -1};
  int32_t found = -1;
  switch (kind) {
  case TENSOR_KIND_F16:
    found = code < 2 ? (int32_t)code : -1;
    break;
  case TENSOR_KIND_TF32:
    found = code == 2 ? TF32 : -1;
    break;
  case TENSOR_KIND_I8:
    found = code < 2 ? (int32_t)(U8 + code) : -1;
    break;
  case TENSOR_KIND_MXF4:
  case TENSOR_KIND_MXF4NVF4:
    found = code == 1 ? PACKED : -1;
    break;
  default:
    found = narrow[code];
  }
  *format = (Format)found;
  return found < 0 && bad(who, what, code);
}

static bool read_dense(const Issuer *who, const TensorMultiply *request, uint32_t word, Instruction *found) {
  uint32_t sums = field(word, 4, 2);
  bool half_allowed = request->kind == TENSOR_KIND_F16 || request->kind == TENSOR_KIND_F8F6F4;
  bool integers = request->kind == TENSOR_KIND_I8;
  if (field(word, 6, 1) || field(word, 23, 1) || field(word, 29, 1) || (!request->stationary && field(word, 30, 2)))
    return bad(who, TENSOR_FIELD_RESERVED, word);
  if (integers ? sums != 2 : sums > 1 || (!sums && !half_allowed)) return bad(who, TENSOR_FIELD_SUMS, sums);
  found->selector = found->sparse ? field(word, 0, 2) : 0;
  /* Those of 8 bits have none. */
  bool wide = request->kind == TENSOR_KIND_F16 || request->kind == TENSOR_KIND_TF32;
  if (found->selector && !wide) return bad(who, TENSOR_FIELD_RESERVED, word);
  found->most_shift = field(word, 30, 2) ? 4u << field(word, 30, 2) : 0;
  if (field(word, 3, 1) && !integers) return bad(who, TENSOR_FIELD_SATURATE, request->kind);
  found->half_sums = !sums;
  found->integers = integers;
  found->saturates = field(word, 3, 1);
  found->negated_a = field(word, 13, 1);
  found->negated_b = field(word, 14, 1);
  if (integers && (found->negated_a || found->negated_b)) return bad(who, TENSOR_FIELD_NEGATED, request->kind);
  found->along_rows_a = field(word, 15, 1);
  found->along_rows_b = field(word, 16, 1);
  found->m = field(word, 24, 5) << 4;
  return false;
}

static bool read_scaled(const Issuer *who, const TensorMultiply *request, uint32_t word, Instruction *found) {
  bool packed = request->kind != TENSOR_KIND_MXF8F6F4;
  if (field(word, 0, 2) || field(word, 3, 1) || field(word, 6, 1) || field(word, 24, 3))
    return bad(who, TENSOR_FIELD_RESERVED, word);
  found->long_k = field(word, 31, 1);
  if (found->long_k && (!packed || found->sparse)) return bad(who, TENSOR_FIELD_LONG_K, word);
  found->e8m0 = field(word, 23, 1);
  if (!found->e8m0 && request->kind != TENSOR_KIND_MXF4NVF4) return bad(who, TENSOR_FIELD_SCALE_TYPE, request->kind);
  found->block = request->block << found->sparse; /* as many factors for twice as many elements */
  found->factor_a = field(word, 29, 2);
  found->factor_b = field(word, 4, 2);
  /* Those of K = 96 begin at any byte of a word, or at its halves where there are six. */
  uint32_t first = found->factor_a | found->factor_b, few = found->block == 16 ? 3 : 1;
  if (packed && first & (found->long_k ? few >> 1 : few)) return bad(who, TENSOR_FIELD_SCALE_ID, first);
  found->negated_a = field(word, 13, 1);
  found->negated_b = field(word, 14, 1);
  found->along_rows_a = field(word, 15, 1);
  found->along_rows_b = field(word, 16, 1);
  found->m = field(word, 27, 2) << 7;
  return false;
}

static bool bad_shape(const Issuer *who, const TensorMultiply *request, const Instruction *found) {
  uint32_t m = found->m, n = found->n, group = request->group;
  bool good_m = group == 2 ? m == 128 || m == 256 : m == 128 || (!found->block && m == 64);
  if (request->stationary) good_m |= m == 32;
  if (!good_m) return bad(who, TENSOR_FIELD_M, m);
  if (found->sparse && found->block && m != 128 * group) return bad(who, TENSOR_FIELD_SPARSE_M, m);
  uint32_t step = 8 * group;
  if (found->integers) step = group == 2 ? 32 : n > 32 ? 16 : 8;
  bool good_n = n >= step && n <= MOST_COLUMNS && n % step == 0;
  if (request->stationary) good_n = n == 64 || n == 128 || (n == 256 && !found->sparse);
  return !good_n && bad(who, TENSOR_FIELD_N, n);
}

/* Matrices whose rows are contiguous are those of 8, 16 and 32 bits. */
static bool bad_order(const Issuer *who, const TensorMultiply *request, const Instruction *found) {
  bool narrow_a = (found->a >= E2M3 && found->a <= E2M1) || found->a == PACKED;
  bool narrow_b = (found->b >= E2M3 && found->b <= E2M1) || found->b == PACKED;
  if (found->along_rows_a && (narrow_a || request->a_in_tensor_memory)) return bad(who, TENSOR_FIELD_ORDER, 0);
  return found->along_rows_b && narrow_b && bad(who, TENSOR_FIELD_ORDER, 1);
}

HOT bool read_instruction(const Issuer *who, const TensorMultiply *request, Instruction *found) {
  uint32_t word = request->instruction;
  bool scaled = request->kind >= TENSOR_KIND_MXF8F6F4;
  *found = (Instruction){.n = field(word, 17, 6) << 3, .sparse = field(word, 2, 1)};
  if (found->sparse != (request->sparse != 0)) return bad(who, TENSOR_FIELD_SPARSE, found->sparse);
  if (scaled ? read_scaled(who, request, word, found) : read_dense(who, request, word, found)) return true;
  if (read_format(who, request->kind, field(word, 7, 3), TENSOR_FIELD_A, &found->a)) return true;
  bool packed = request->kind == TENSOR_KIND_MXF4 || request->kind == TENSOR_KIND_MXF4NVF4;
  if (read_format(who, request->kind, field(word, 10, packed ? 2 : 3), TENSOR_FIELD_B, &found->b)) return true;
  if (found->half_sums && (found->a == BF16 || found->b == BF16)) return bad(who, TENSOR_FIELD_SUMS, 0);
  /* A multiply takes 32 bytes of each row, whatever the type. Source: PTX ISA, "tcgen05.mma". */
  enum { ROW_BITS = 256, LONG_ROW_BITS = 384 };
  found->k = (found->long_k ? LONG_ROW_BITS : ROW_BITS << found->sparse) / format_bits(found->a);
  return bad_shape(who, request, found) || bad_order(who, request, found);
}
