/* A multiply: its instruction descriptor, its operands as numbers, its sums in tensor memory. */
#pragma once
#include "tensor.h"

enum { MOST_ROWS = TENSOR_LANES, MOST_COLUMNS = 256, MOST_K = 128, CHUNK = 16 };

/* Formats of elements; the narrow ones lie in bytes, or, of 4 bits in PACKED, two to a byte. */
typedef enum { F16, BF16, TF32, E4M3, E5M2, E2M3, E3M2, E2M1, U8, S8, PACKED } Format;

/* What an instruction descriptor says. */
typedef struct {
  Format a, b;
  uint32_t m, n, k;           /* of the pair, where two blocks multiply */
  bool along_rows_a, along_rows_b;
  bool negated_a, negated_b, half_sums, saturates, integers;
  uint32_t block;             /* elements of K with one factor; 0: none */
  uint32_t factor_a, factor_b; /* the byte of a word where an element's factors begin */
  bool long_k;                /* 48 bytes of each row, not 32 */
  bool e8m0;                  /* the type of factors; else e4m3 without a sign */
  bool sparse;                /* half of A is stored; `k` counts all of it */
  uint32_t selector;          /* the column of its metadata */
  uint32_t most_shift;        /* columns of B after the N of the sums, of a weight-stationary multiply */
} Instruction;

/* Where D lies in a block. Lanes multiply what they hold: where D's columns lie in parts, each part has an A of its own
 * in tensor memory, in the lanes of its sums. The parts of one matrix A are copies. Source: BSD-3
 * `cute/atom/mma_traits_sm100_frag.hpp`, which makes these copies. */
typedef struct {
  uint32_t rows;                           /* of a block */
  uint32_t rows_a;                         /* of A that are read: those of each part */
  uint8_t lane_of[MOST_ROWS / CHUNK];      /* the lane of each 16 of them */
  uint32_t parts, part_columns, part_lanes; /* columns of N that lie beside each other; the rest in other lanes */
} Layout;

bool place_rows(const Issuer *who, const TensorMultiply *request, const Instruction *of, Layout *found)
    RUNTIME(tensor.place_rows);

bool read_instruction(const Issuer *who, const TensorMultiply *request, Instruction *found)
    RUNTIME(tensor.instruction);

/* Numbers of an operand from a row on, [k][row], rows `pitch` apart: floats, or integers where they are. */
bool read_shared(const Issuer *who, const Block *block, uint64_t descriptor, Format format, bool along_rows,
                 uint32_t first, uint32_t rows, uint32_t k, float *out, uint32_t pitch) RUNTIME(tensor.read_shared);
/* The rows of A in tensor memory; `lane_of` has the lane at which each 16 begin. */
bool read_tensor(const Issuer *who, Block *block, uint32_t address, Format format, const uint8_t *lane_of,
                 uint32_t rows, uint32_t k, float *out, uint32_t pitch) RUNTIME(tensor.read_tensor);

/* sparse.c: columns of the metadata of a sparse A. */
uint32_t metadata_columns(const Instruction *of) RUNTIME(tensor.metadata_columns);
/* sparse.c: puts the stored half of A, [k][row], in its places along K; the others are 0. */
bool expand(const Issuer *who, Block *block, const TensorMultiply *request, const Instruction *of,
            const Layout *layout, float *numbers) RUNTIME(tensor.expand);

/* Words of factors of each row, of which the first begins at a byte: those that it does not hold lie further. */
static inline uint32_t factor_words(const Instruction *of, uint32_t byte) { return (byte + of->k / of->block + 3) / 4; }
/* How many columns further the next words of so many rows lie. */
static inline uint32_t factor_step(uint32_t rows) { return rows > TENSOR_LANES ? 8 : 4; }
/* Columns from the first word of so many rows to the last one. */
static inline uint32_t factor_columns(const Instruction *of, uint32_t byte, uint32_t rows) {
  return (rows + QUARTER_LANES - 1) / QUARTER_LANES + (factor_words(of, byte) - 1) * factor_step(rows);
}

static inline uint32_t format_bits(Format format) {
  return format == TF32 ? 32 : format <= BF16 ? 16 : format == PACKED ? 4 : 8;
}
