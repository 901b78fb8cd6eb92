/* Tensor memory: what its instructions share.
 *
 * A block has 128 lanes of 512 columns of 32 bits. Lanes of a column lie one after another, so that the rows of a
 * product are vectors. What nobody wrote is poison: NaN in every type of float. Source: PTX ISA, "TensorCore 5th
 * Generation Family Instructions". */
#pragma once
#include "../cpu/runtime.h"

enum { TENSOR_COLUMNS = 512, SLICE_COLUMNS = 32, QUARTER_LANES = 32, COLUMN_MASK = 0xffff, ADDRESS_LANE_AT = 16 };
#define INLINE static inline __attribute__((always_inline))
static const uint32_t POISON = 0xffffffff;

/* Who runs an instruction, for its error. */
typedef struct {
  Block *block;
  int32_t site, thread;
} Issuer;

/* Records a fault, with two numbers that say more; always true. */
bool tensor_fault(const Issuer *who, int32_t fault, int64_t a, int64_t b) RUNTIME(tensor.fault);

/* The tensor memory of a block, made when it is first asked for. */
TensorMemory *tensor_memory(Block *block) RUNTIME(tensor.memory);

/* Whether columns from one on are all allocated. */
bool has_columns(const Block *block, uint32_t first, uint32_t count) RUNTIME(tensor.has_columns);

/* Whether columns from one on are not all allocated; records that. */
bool outside_columns(const Issuer *who, const Block *block, uint32_t first, uint32_t count) RUNTIME(tensor.outside);

/* The block of a pair that has so many of its two ranks (0: the even one); null and a fault where there is no pair. */
Block *pair_block(const Issuer *who, int32_t which) RUNTIME(tensor.pair_block);

/* Records that an instruction is for so many blocks: a kernel's are all for one or all for two. */
bool wrong_group(const Issuer *who, int32_t group) RUNTIME(tensor.wrong_group);

static inline uint32_t *words_of(Block *block) { return tensor_memory(block)->words; }
static inline uint32_t *word_at(uint32_t *words, uint32_t lane, uint32_t column) {
  return &words[column * TENSOR_LANES + lane];
}

/* Moves 8 columns one lane down in a group of 32 lanes: a lane takes what the next one has, the last one keeps it. */
void shift_lanes(uint32_t *words) RUNTIME(tensor.shift_lanes);

/* A matrix in shared memory, as its 64-bit descriptor says. */
typedef struct {
  const uint8_t *smem;
  int64_t smem_bytes;
  uint32_t start, leading, stride, base;
  uint32_t row_bytes;   /* of the swizzled rows; 16: no swizzle */
  uint32_t period_rows; /* rows, or for MN-major values of K, after which `stride` counts */
  bool goes_on;         /* rows that run past their end go on in the tile at `leading`, as those of K = 96 */
  uint32_t mask, shift; /* the swizzle: bits of the address that are changed, by those so much higher */
} Matrix;

/* Reads a descriptor; records a fault for one that no hardware takes. */
bool read_descriptor(const Issuer *who, const Block *block, uint64_t descriptor, Matrix *matrix)
    RUNTIME(tensor.descriptor);

/* The 16 bytes at `bytes` of K of a row (K-major). Null and a fault outside of shared memory. */
const uint8_t *piece_along_k(const Issuer *who, const Matrix *matrix, uint32_t row, uint32_t bytes)
    RUNTIME(tensor.piece_along_k);
/* The 16 bytes at `bytes` of the rows, of one value of K (MN-major). */
const uint8_t *piece_along_rows(const Issuer *who, const Matrix *matrix, uint32_t bytes, uint32_t k)
    RUNTIME(tensor.piece_along_rows);

/* -- copies from shared memory ------------------------------------------------------------------------------------ */
enum { PIECE_WORDS = 4, PIECE_BYTES = 16 };

static inline uint32_t copied_rows(int32_t shape) {
  static const uint8_t rows[] = {[TENSOR_128x256b] = 128,     [TENSOR_4x256b] = 4,         [TENSOR_128x128b] = 128,
                                 [TENSOR_64x128b_02_13] = 64, [TENSOR_64x128b_01_23] = 64, [TENSOR_32x128b] = 32};
  return rows[shape];
}
/* Pieces of 16 bytes of a row. */
static inline uint32_t copied_pieces(int32_t shape) {
  return shape == TENSOR_128x256b || shape == TENSOR_4x256b ? 2 : 1;
}
/* copies.c: the lane of each copy of a row: how many copies there are. */
int32_t lanes_of(int32_t shape, uint32_t row, uint32_t lane, uint32_t *lanes) RUNTIME(tensor.lanes_of);
