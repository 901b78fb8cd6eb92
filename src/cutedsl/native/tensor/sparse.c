/* Sparse operands: A has half of its elements, and metadata in tensor memory says where along K each of them belongs.
 *
 * Of each chunk of K, two places of four are kept: of four elements, of four pairs of 4 bits, or of the two halves of two
 * elements of 32 bits. The 4 bits of a chunk are the two places, the first one low. Source: PTX ISA, "Sparse Matrices";
 * BSD-3 `cute/atom/mma_traits_sm100_frag.hpp`, `tmem_e_frg` and `tmem_e_frg_ws`, for where the metadata lies. Nothing
 * public places that of 64 rows of a block (M of 64, or of 128 for a pair): here it is in the lanes that D's rows have,
 * as each 16 rows of metadata are in 16 lanes where M is 128. */
#include "multiply.h"

/* A chunk of K: its elements, and how many of them lie together. */
typedef struct {
  uint32_t elements, together;
} Chunk;

static Chunk chunk_of(Format format) {
  return format == TF32 ? (Chunk){2, 1} : format == PACKED ? (Chunk){8, 2} : (Chunk){4, 1};
}

/* The 4 bits of the chunk at k of a row. */
static uint32_t metadata(const uint32_t *words, const Layout *layout, Format format, uint32_t row, uint32_t k) {
  uint32_t lane = layout->lane_of[row / CHUNK], column, bit;
  if (format == TF32 || format <= BF16) { /* 16 rows share lanes; a word has those of two rows, 8 apart */
    uint32_t width = format == TF32 ? 8 : 16, high = row / 8 % 2 * 16;
    lane += row % 8 + k / width * 8;
    column = 0;
    bit = k % width * (16 / width) + high;
  } else {
    uint32_t at = format == PACKED ? k / 2 : k;
    lane += row % CHUNK;
    column = at / 32;
    bit = at % 32;
  }
  return words[column * TENSOR_LANES + lane] >> bit & 0xf;
}

/* The two places of a chunk, the first one lower; of 32 bits one element, as the places of its halves. */
static bool places_of(uint32_t code, Format format, uint32_t *first, uint32_t *second) {
  *first = code & 3;
  *second = code >> 2;
  if (format != TF32) return *first < *second || code == 6; /* PTX lists this one too */
  bool good = *first % 2 == 0 && *second == *first + 1;
  *first /= 2;
  return good;
}

uint32_t metadata_columns(const Instruction *of) { return format_bits(of->a) >= 16 ? 1 : 2; }

/* Fewer rows of a weight-stationary multiply have a copy of their metadata in the lanes of each part of D. */
static bool copies_differ(const Issuer *who, const uint32_t *words, const Instruction *of, uint32_t rows) {
  for (uint32_t column = 0; column < metadata_columns(of); column++, words += TENSOR_LANES)
    for (uint32_t lane = rows; lane < TENSOR_LANES; lane++)
      if (words[lane] != words[lane % rows]) return tensor_fault(who, TENSOR_COPIES, lane % rows, lane);
  return false;
}

bool expand(const Issuer *who, Block *block, const TensorMultiply *request, const Instruction *of,
            const Layout *layout, float *numbers) {
  enum { SELECTED = 4 }; /* columns among which a selector names one */
  uint32_t column = request->metadata & COLUMN_MASK, rows = layout->rows;
  uint32_t lane = request->metadata >> ADDRESS_LANE_AT;
  if (column % 2 || column % SELECTED + of->selector >= SELECTED)
    return tensor_fault(who, TENSOR_METADATA_COLUMN, column, of->selector);
  if (lane != layout->lane_of[0]) return tensor_fault(who, TENSOR_LANE, lane, 0);
  column += of->selector;
  if (outside_columns(who, block, column, metadata_columns(of))) return true;
  const uint32_t *words = words_of(block) + column * TENSOR_LANES;
  if (request->stationary && copies_differ(who, words, of, rows)) return true;
  Chunk chunk = chunk_of(of->a);
  uint32_t kept = chunk.elements / 2, zeros = chunk.elements, first, second;
  for (uint32_t c = of->k / chunk.elements; c-- > 0;) /* from the end: it goes over what is read */
    for (uint32_t row = 0; row < layout->rows_a; row++) {
      float some[4], *to = numbers + c * chunk.elements * MOST_ROWS + row;
      uint32_t code = metadata(words, layout, of->a, row, c * chunk.elements);
      if (!places_of(code, of->a, &first, &second)) return tensor_fault(who, TENSOR_METADATA, row, code);
      for (uint32_t j = 0; j < kept; j++) some[j] = numbers[(c * kept + j) * MOST_ROWS + row];
      for (uint32_t j = 0; j < zeros; j++) to[j * MOST_ROWS] = 0;
      for (uint32_t j = 0; j < kept; j++) {
        uint32_t place = j / chunk.together ? second : first;
        to[(place * chunk.together + j % chunk.together) * MOST_ROWS] = some[j];
      }
    }
  return false;
}
