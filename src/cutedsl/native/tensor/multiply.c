/* Multiplies into tensor memory: each is done when it is issued.
 *
 * Every sum of D is D, or 0, plus the products in the order of K, each product and sum one fused multiply-add in
 * float; integers wrap, or saturate at the end. With factors, the products of one instruction are added in double, and
 * D to their sum, which is rounded to float once. The hardware's order is not specified. */
#include "multiply.h"

typedef float Sums __attribute__((vector_size(64)));
typedef int32_t Integers __attribute__((vector_size(64)));
typedef double Wide __attribute__((vector_size(128), aligned(64)));
typedef _Float16 Halves __attribute__((vector_size(32)));
typedef uint16_t Shorts __attribute__((vector_size(32)));
typedef uint32_t Words __attribute__((vector_size(64)));
enum { TOGETHER = 4 };

/* What the sums of 16 rows need. */
typedef struct {
  const Instruction *of;
  const void *a, *b; /* [k][row], [k][column] */
  uint32_t pitch_a, pitch_b;
  bool accumulates;
  float scale;       /* of what D has */
  Words keeps;       /* all ones in lanes that keep what they have */
  bool masked;
} Product;

/* -- a column of 16 sums in tensor memory -------------------------------------------------------------------------- */
INLINE Sums from_halves(Words words) {
  Shorts low = __builtin_convertvector(words, Shorts);
  Halves halves;
  __builtin_memcpy(&halves, &low, sizeof halves);
  return __builtin_convertvector(halves, Sums);
}

INLINE Words to_halves(Sums sums) {
  Halves halves = __builtin_convertvector(sums, Halves);
  Shorts low;
  __builtin_memcpy(&low, &halves, sizeof low);
  return __builtin_convertvector(low, Words);
}

INLINE Sums load_sums(const Product *product, const Words *place) {
  if (!product->accumulates) return (Sums){0};
  Sums sums = product->of->half_sums ? from_halves(*place) : (Sums)*place;
  return sums * product->scale;
}

INLINE void store_words(const Product *product, Words *place, Words found) {
  *place = product->masked ? (*place & product->keeps) | (found & ~product->keeps) : found;
}

INLINE void store_sums(const Product *product, Words *place, Sums sums) {
  store_words(product, place, product->of->half_sums ? to_halves(sums) : (Words)sums);
}

/* -- 16 rows by 4 columns ------------------------------------------------------------------------------------------ */
#define ADD(kind, sum, c) sum = __builtin_elementwise_fma(rows, b[c] - (kind){0}, sum)

static void float_tile(const Product *product, Words *d, uint32_t column_words, uint32_t row, uint32_t column) {
  const float *a = (const float *)product->a + row, *b = (const float *)product->b + column;
  Words *places[TOGETHER];
  for (int32_t c = 0; c < TOGETHER; c++) places[c] = (Words *)((uint32_t *)d + c * column_words);
  Sums s0 = load_sums(product, places[0]), s1 = load_sums(product, places[1]);
  Sums s2 = load_sums(product, places[2]), s3 = load_sums(product, places[3]);
  for (uint32_t k = product->of->k; k; k--, a += product->pitch_a, b += product->pitch_b) {
    Sums rows = *(const Sums *)a;
    ADD(Sums, s0, 0);
    ADD(Sums, s1, 1);
    ADD(Sums, s2, 2);
    ADD(Sums, s3, 3);
  }
  store_sums(product, places[0], s0);
  store_sums(product, places[1], s1);
  store_sums(product, places[2], s2);
  store_sums(product, places[3], s3);
}

static void integer_tile(const Product *product, Words *d, uint32_t column_words, uint32_t row, uint32_t column) {
  for (uint32_t c = 0; c < TOGETHER; c++) {
    const int32_t *a = (const int32_t *)product->a + row, *b = (const int32_t *)product->b + column + c;
    Words *place = (Words *)((uint32_t *)d + c * column_words);
    Integers sums = {0}, before = product->accumulates ? (Integers)*place : (Integers){0};
    for (uint32_t k = product->of->k; k; k--, a += product->pitch_a, b += product->pitch_b) sums += *(const Integers *)a * *b;
    Integers total = sums + before;
    if (product->of->saturates) {
      Integers over = (total ^ sums) & (total ^ before); /* signs differ from both: it wrapped */
      Integers limit = (before >> 31) ^ 0x7fffffff, wrapped = over >> 31;
      total = (limit & wrapped) | (total & ~wrapped);
    }
    store_words(product, place, (Words)total);
  }
}

static void scaled_tile(const Product *product, Words *d, uint32_t column_words, uint32_t row, uint32_t column) {
  for (uint32_t c = 0; c < TOGETHER; c++) {
    const double *a = (const double *)product->a + row, *b = (const double *)product->b + column + c;
    Words *place = (Words *)((uint32_t *)d + c * column_words);
    Wide sums = {0};
    for (uint32_t k = product->of->k; k; k--, a += product->pitch_a, b += product->pitch_b) {
      Wide rows = *(const Wide *)a;
      sums = __builtin_elementwise_fma(rows, *b - (Wide){0}, sums);
    }
    if (product->accumulates) sums += __builtin_convertvector((Sums)*place, Wide);
    store_sums(product, place, __builtin_convertvector(sums, Sums));
  }
}

/* -- where D lies -------------------------------------------------------------------------------------------------- */
bool place_rows(const Issuer *who, const TensorMultiply *request, const Instruction *of, Layout *found) {
  uint32_t lane = request->d >> ADDRESS_LANE_AT;
  bool half_pair = request->group == 2 && of->m == 128;
  bool spread = (of->m == 64 && !request->stationary) || (half_pair && of->sparse); /* 16 rows in each quarter */
  if (spread ? lane != 0 && lane != 16 : lane != 0) return tensor_fault(who, TENSOR_LANE, lane, 0);
  found->rows = of->m / request->group;
  found->parts = request->stationary ? MOST_ROWS / of->m : half_pair && !of->sparse ? 2 : 1;
  found->part_columns = of->n / found->parts;
  found->part_lanes = MOST_ROWS / found->parts;
  found->rows_a = request->a_in_tensor_memory ? found->rows * found->parts : found->rows;
  for (uint32_t chunk = 0; chunk < found->rows_a / CHUNK; chunk++)
    found->lane_of[chunk] = spread ? QUARTER_LANES * chunk + lane : CHUNK * chunk;
  return false;
}

static void multiply_block(const TensorMultiply *request, Product *product, const Layout *layout, uint32_t *words,
                           const int32_t *masks) {
  uint32_t first = request->d & COLUMN_MASK;
  void (*tile)(const Product *, Words *, uint32_t, uint32_t, uint32_t) =
      product->of->block ? scaled_tile : product->of->integers ? integer_tile : float_tile;
  for (uint32_t chunk = 0; chunk < layout->rows / CHUNK; chunk++)
    for (uint32_t part = 0; part < layout->parts; part++) {
      uint32_t lane = layout->lane_of[chunk] + part * layout->part_lanes;
      for (uint32_t t = 0; product->masked && t < CHUNK; t++)
        product->keeps[t] = -((uint32_t)masks[(lane + t) / 32] >> (lane + t) % 32 & 1);
      uint32_t column = part * layout->part_columns;
      uint32_t row = CHUNK * chunk + (layout->rows_a > layout->rows ? part * layout->rows : 0);
      for (uint32_t n = 0; n < layout->part_columns; n += TOGETHER)
        tile(product, (Words *)word_at(words, lane, first + n), TENSOR_LANES, row, column + n);
    }
}

/* -- factors ------------------------------------------------------------------------------------------------------- */
static double factor(uint32_t code, bool e8m0) {
  union {
    double number;
    uint64_t bits;
  } word = {.bits = (uint64_t)(code + 1023 - 127) << 52};
  if (e8m0) {
    if (code == 0xff) word.bits = UINT64_C(0x7ff8) << 48;
    return word.number;
  }
  uint32_t exponent = code >> 3 & 15, mantissa = code & 7; /* the sign is ignored */
  if ((code & 0x7f) == 0x7f) word.bits = UINT64_C(0x7ff8) << 48;
  else if (exponent) word.bits = (uint64_t)(exponent + 1023 - 7) << 52 | (uint64_t)mantissa << 49;
  else word.number = mantissa / 512.0;
  return word.number;
}

/* Multiplies numbers, [k][row], by their factors, which lie in tensor memory: as doubles, which all of them fit. */
static bool scale(const Issuer *who, Block *block, const Instruction *of, uint32_t address, uint32_t id, uint32_t rows,
                  uint32_t half_rows, const float *in, double *out, uint32_t pitch) {
  uint32_t first = address & COLUMN_MASK, part = half_rows ? half_rows : rows;
  if (address >> ADDRESS_LANE_AT & 0x3fff) return tensor_fault(who, TENSOR_LANE, address >> ADDRESS_LANE_AT & 0x3fff, 0);
  uint32_t further = factor_step(part);
  if (outside_columns(who, block, first, factor_columns(of, id, part))) return true;
  const uint32_t *words = words_of(block);
  uint32_t copied = half_rows ? TENSOR_LANES / 2 : TENSOR_LANES; /* each 32 lanes of them have a copy */
  for (uint32_t row = 0; row < rows; row++) {
    uint32_t inside = row % part, lane = inside % QUARTER_LANES + row / part * (TENSOR_LANES / 2);
    const uint32_t *place = words + (first + inside / QUARTER_LANES) * TENSOR_LANES + lane;
    for (uint32_t k = 0; k < of->k; k += of->block) {
      uint32_t at = id + k / of->block;
      const uint32_t *word = place + at / 4 * further * TENSOR_LANES;
      uint32_t code = *word >> 8 * (at % 4) & 0xff;
      for (uint32_t copy = QUARTER_LANES; copy < copied; copy += QUARTER_LANES)
        if ((word[copy] >> 8 * (at % 4) & 0xff) != code) return tensor_fault(who, TENSOR_COPIES, lane, lane + copy);
      double by = factor(code, of->e8m0);
      for (uint32_t j = k; j < k + of->block; j++) out[j * pitch + row] = in[j * pitch + row] * by;
    }
  }
  return false;
}

/* -- the instruction ----------------------------------------------------------------------------------------------- */
static void negate(float *numbers, uint32_t count) {
  for (uint32_t k = 0; k < count; k++) numbers[k] = -numbers[k];
}

static float power(int32_t exponent) {
  union {
    float number;
    uint32_t bits;
  } word = {.bits = (uint32_t)(127 + exponent) << 23};
  return word.number;
}

typedef struct {
  float *a, *b;
  double *scaled_a, *scaled_b;
} Scratch;

/* -- collector buffers --------------------------------------------------------------------------------------------- */
/* A matrix: its name, and its numbers, [k][row]. Never 0. */
static uint64_t fingerprint(uint64_t name, Format format, const float *numbers, uint32_t rows, uint32_t k,
                            uint32_t pitch) {
  static const uint64_t prime = UINT64_C(0x9e3779b97f4a7c15);
  uint64_t found = ((name * prime ^ format) * prime ^ rows) * prime ^ k;
  for (uint32_t i = 0; i < k; i++)
    for (uint32_t row = 0; row < rows; row++) {
      uint32_t word;
      __builtin_memcpy(&word, &numbers[i * pitch + row], sizeof word);
      found = (found ^ found >> 29 ^ word) * prime;
    }
  return found | 1;
}

/* What a multiply does with a buffer. One that uses a buffer may read the matrix there or in memory, as the hardware
 * likes: the two must be one. Source: PTX ISA, "tcgen05.mma", `.collector_usage`. */
static bool collect(const Issuer *who, Block *block, const TensorMultiply *request, uint64_t found) {
  enum { USES = TENSOR_COLLECTOR_DISCARD + 1 };
  int32_t buffer = request->collector / USES, use = request->collector % USES;
  uint64_t *held = &tensor_memory(block)->collectors[buffer], before = *held;
  *held = use == TENSOR_COLLECTOR_FILL || use == TENSOR_COLLECTOR_USE ? found : 0;
  if (use != TENSOR_COLLECTOR_USE && use != TENSOR_COLLECTOR_LASTUSE) return false;
  if (!before) return tensor_fault(who, TENSOR_COLLECTOR_EMPTY, buffer, use);
  return before != found && tensor_fault(who, TENSOR_COLLECTOR_OTHER, buffer, use);
}

/* Whether a multiply needs the fingerprint of the matrix in its buffer. */
static bool keeps_matrix(const TensorMultiply *request) {
  return request->collector % (TENSOR_COLLECTOR_DISCARD + 1) != TENSOR_COLLECTOR_DISCARD;
}

/* Whether D has columns of an operand of the same multiply. */
static bool own_operand(const Issuer *who, const TensorMultiply *request, const Instruction *of, const Layout *layout) {
  enum { A_COLUMNS = 8, A_COLUMNS_OF_LONG_K = 12 };
  uint32_t first = request->d & COLUMN_MASK, end = first + layout->part_columns;
  uint32_t factors_b = of->m == 128 && request->group == 2 ? of->n / 2 : of->n;
  struct {
    bool read;
    uint32_t address, columns;
  } operands[] = {
      {request->a_in_tensor_memory, (uint32_t)request->a, of->long_k ? A_COLUMNS_OF_LONG_K : A_COLUMNS},
      {of->sparse, request->metadata + of->selector, metadata_columns(of)},
      {of->block, request->factors_a, of->block ? factor_columns(of, of->factor_a, layout->rows) : 0},
      {of->block, request->factors_b, of->block ? factor_columns(of, of->factor_b, factors_b) : 0},
  };
  for (uint32_t k = 0; k < sizeof operands / sizeof *operands; k++) {
    uint32_t from = operands[k].address & COLUMN_MASK;
    if (operands[k].read && from < end && first < from + operands[k].columns)
      return tensor_fault(who, TENSOR_OWN_OPERAND, first, layout->part_columns);
  }
  return false;
}

static bool read_a(const Issuer *who, Block *block, const TensorMultiply *request, const Instruction *of,
                   const Layout *layout, const Scratch *scratch) {
  uint32_t stored = of->sparse ? of->k / 2 : of->k, lane = (uint32_t)request->a >> ADDRESS_LANE_AT;
  if (request->a_in_tensor_memory && lane != layout->lane_of[0]) return tensor_fault(who, TENSOR_LANE, lane, 0);
  bool failed = request->a_in_tensor_memory
                    ? read_tensor(who, block, (uint32_t)request->a, of->a, layout->lane_of, layout->rows_a, stored,
                                  scratch->a, MOST_ROWS)
                    : read_shared(who, block, request->a, of->a, of->along_rows_a, 0, layout->rows, stored,
                                  scratch->a, MOST_ROWS);
  uint64_t kept = !failed && !request->stationary && keeps_matrix(request)
                      ? fingerprint((uint64_t)request->a, of->a, scratch->a, layout->rows_a, stored, MOST_ROWS)
                      : 0;
  if (failed || (!request->stationary && collect(who, block, request, kept))) return true;
  if ((of->sparse && expand(who, block, request, of, layout, scratch->a))) return true;
  if (of->negated_a) negate(scratch->a, of->k * MOST_ROWS);
  uint32_t half = layout->rows_a > layout->rows ? layout->rows : 0;
  return of->block && scale(who, block, of, request->factors_a, of->factor_a, layout->rows_a, half, scratch->a,
                            scratch->scaled_a, MOST_ROWS);
}

/* B: of a pair, half of its columns are in the shared memory of each block. Each has the factors of all of them. The
 * columns may begin so many further: those after the N of the sums follow in shared memory, as `im2col::w` copies them
 * there. Nothing public says more of that shift. */
static bool read_b(const Issuer *who, Block *const *blocks, const TensorMultiply *request, const Instruction *of,
                   const Scratch *scratch) {
  uint32_t part = of->n / request->group, shift = request->zero_columns >> 56 & 0x3f;
  if (shift > of->most_shift || shift > (of->m == 32 ? 16u : 32u))
    return tensor_fault(who, TENSOR_SHIFTED_COLUMNS, shift, of->most_shift);
  for (int32_t which = 0; which < request->group; which++)
    if (read_shared(who, blocks[which], request->b, of->b, of->along_rows_b, shift, part, of->k,
                    scratch->b + which * part, MOST_COLUMNS))
      return true;
  uint64_t kept = request->stationary && keeps_matrix(request)
                      ? fingerprint((uint64_t)request->b + shift, of->b, scratch->b, part, of->k, MOST_COLUMNS)
                      : 0;
  if (request->stationary && collect(who, blocks[0], request, kept)) return true;
  if (of->negated_b) negate(scratch->b, of->k * MOST_COLUMNS);
  return false;
}

/* Columns of B that count as zero, of each part of N that lies in lanes of its own: runs of columns that are used and of
 * such that are not, from somewhere in a run on. Source: PTX ISA, "Zero-Column Mask Descriptor". */
static void zero_columns(const TensorMultiply *request, const Instruction *of, float *b) {
  uint64_t mask = request->zero_columns;
  if (!(mask >> 39 & 1)) return;
  uint32_t skipped = (mask >> 40 & 0xff) + 1, used = (mask >> 48 & 0xff) + 1;
  uint32_t parts = MOST_ROWS / of->m, columns = of->n / parts; /* of one block: at most 128 rows */
  for (uint32_t part = 0; part < parts; part++) {
    uint32_t at = (mask >> 8 * part & 0xff) + (mask >> (32 + part) & 1 ? used : 0);
    for (uint32_t column = 0; column < columns; column++)
      for (uint32_t k = 0; k < of->k && (at + column) % (used + skipped) >= used; k++)
        b[k * MOST_COLUMNS + part * columns + column] = 0;
  }
}

bool tensor_multiply(Block *block, int32_t site, int32_t thread, const TensorMultiply *request)
    RUNTIME(tensor.multiply);
HOT bool tensor_multiply(Block *block, int32_t site, int32_t thread, const TensorMultiply *request) {
  Issuer who = {block, site, thread};
  Instruction of;
  Layout layout;
  Block *blocks[2] = {block, NULL};
  if (wrong_group(&who, request->group) || read_instruction(&who, request, &of)) return true;
  if (place_rows(&who, request, &of, &layout) || own_operand(&who, request, &of, &layout)) return true;
  for (int32_t which = 0; request->group == 2 && which < 2; which++) blocks[which] = pair_block(&who, which);
  uint8_t *room = tensor_memory(block)->scratch;
  Scratch scratch = {.a = (float *)room};
  scratch.b = scratch.a + MOST_K * MOST_ROWS;
  scratch.scaled_a = (double *)(scratch.b + MOST_K * MOST_COLUMNS);
  scratch.scaled_b = scratch.scaled_a + MOST_K * MOST_ROWS;
  if (read_b(&who, blocks, request, &of, &scratch)) return true;
  zero_columns(request, &of, scratch.b);
  Product product = {.of = &of,
             .a = of.block ? (void *)scratch.scaled_a : scratch.a,
             .b = of.block ? (void *)scratch.scaled_b : scratch.b,
             .pitch_a = MOST_ROWS,
             .pitch_b = MOST_COLUMNS,
             .accumulates = request->accumulate,
             .scale = power(-request->scale_d),
             .masked = request->masked};
  uint32_t half = of.m == 128 && request->group == 2 ? of.n / 2 : 0;
  for (int32_t which = 0; which < request->group; which++) {
    Block *target = blocks[which];
    if (outside_columns(&who, target, request->d & COLUMN_MASK, layout.part_columns)) return true;
    if (read_a(&who, target, request, &of, &layout, &scratch)) return true;
    if (of.block && scale(&who, target, &of, request->factors_b, of.factor_b, of.n, half, scratch.b, scratch.scaled_b,
                          MOST_COLUMNS))
      return true;
    multiply_block(request, &product, &layout, words_of(target), request->lanes + 4 * which);
    /* Each row of A moves after it was read, as a B200 does: the last of 32 stays. */
    for (uint32_t lane = 0; request->shifted && lane < TENSOR_LANES; lane += QUARTER_LANES)
      shift_lanes(word_at(words_of(target), lane, (uint32_t)request->a & COLUMN_MASK));
  }
  return false;
}
