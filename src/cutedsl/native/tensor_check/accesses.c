/* What instructions on tensor memory read and write, there and in shared memory. Wrong ones are told by the instruction
 * itself, which runs after its check: here they end the check. */
#include "../check/pieces.h"
#include "../check/tensor.h"
#include "../tensor/multiply.h"

/* Who runs an instruction that is checked. */
typedef struct {
  Check *ck;
  int32_t row, site;
  uint32_t clock;
  Issuer issuer;
} Who;

/* Lanes from one on of some columns. Those that are not allocated are a fault of the instruction itself: what they hold
 * is not looked at. */
static void access(const Who *who, const Block *target, Mover by, int32_t what, uint32_t lane, uint32_t lanes,
                   uint32_t first, uint32_t columns, bool takes, bool alike) {
  Check *ck = who->ck;
  uint64_t start = (uint64_t)ck->tensor_first + (uint64_t)target->slot * TENSOR_BLOCK_WORDS;
  bool whole = lanes == TENSOR_LANES;
  if (lane + lanes > TENSOR_LANES || first + columns > TENSOR_COLUMNS) return;
  takes &= has_columns(target, first, columns);
  for (uint32_t k = 0; k < (whole ? 1 : columns); k++)
    tensor_words(ck, who->row, tensor_column(ck, who->row, by), who->clock, who->site, what, takes, alike,
                 start + (first + k) * TENSOR_LANES + lane, whole ? columns * TENSOR_LANES : lanes);
}

static void operand(const Who *who, const Block *target, uint32_t lane, uint32_t lanes, uint32_t first,
                    uint32_t columns) {
  access(who, target, BY_CORE, TENSOR_ACCESS_OPERAND, lane, lanes, first, columns, true, false);
}

/* -- loads and stores --------------------------------------------------------------------------------------------- */
void move_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread, uint32_t address, int32_t shape,
                int32_t repeat, int32_t packed, int32_t offset, int32_t stores) CHECK(tensor_move);
HOT void move_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread, uint32_t address, int32_t shape,
                    int32_t repeat, int32_t packed, int32_t offset, int32_t stores) {
  static const uint8_t wide[] = {
      [TENSOR_32x32b] = 1, [TENSOR_16x64b] = 2, [TENSOR_16x128b] = 4, [TENSOR_16x256b] = 8, [TENSOR_16x32bx2] = 1};
  Who who = {ck, row, site, own_clock(ck, row), {state, site, thread}};
  uint32_t lane = (address >> ADDRESS_LANE_AT) % QUARTER_LANES + (uint32_t)thread / WARP_LANES % 4 * QUARTER_LANES;
  uint32_t first = address & COLUMN_MASK, columns = (uint32_t)(repeat * wide[shape]) << packed;
  uint32_t lanes = shape == TENSOR_32x32b ? QUARTER_LANES : QUARTER_LANES / 2;
  int32_t what = stores ? TENSOR_ACCESS_STORE : TENSOR_ACCESS_LOAD;
  Mover by = stores ? BY_STORES : BY_LOADS;
  instructed(ck, row);
  engines_live(ck);
  ck->tensor_kinds[site] = (uint8_t)what;
  access(&who, state, by, what, lane, lanes, first, columns, !stores, false);
  if (shape == TENSOR_16x32bx2)
    access(&who, state, by, what, lane, lanes, first + (uint32_t)offset, columns, !stores, false);
}

static void free_in(Check *ck, const Block *state, int32_t row, int32_t site, uint32_t address, uint32_t columns) {
  uint64_t first = (uint64_t)ck->tensor_first + (uint64_t)state->slot * TENSOR_BLOCK_WORDS + address * TENSOR_LANES;
  tensor_words(ck, row, row, own_clock(ck, row), site, TENSOR_ACCESS_FREE, false, false, first, columns * TENSOR_LANES);
}

/* Columns are given back: nothing may use them any more. Of a pair, the first block to give them back does so for both:
 * what the other one accesses must come before. Source: PTX ISA, "tcgen05.dealloc". */
void free_words(Check *ck, Block *state, int32_t row, int32_t site, uint32_t address, uint32_t columns, int32_t group)
    CHECK(tensor_free);
HOT void free_words(Check *ck, Block *state, int32_t row, int32_t site, uint32_t address, uint32_t columns,
                    int32_t group) {
  if (address + columns > TENSOR_COLUMNS) return;
  uint32_t slices = (uint32_t)((((uint64_t)1 << columns / SLICE_COLUMNS) - 1) << address / SLICE_COLUMNS);
  TensorBlock *own = &ck->tensor_blocks[state->slot];
  instructed(ck, row);
  ck->tensor_kinds[site] = TENSOR_ACCESS_FREE;
  bool done = (own->freed & slices) == slices;
  own->freed &= ~slices;
  if (done) return;
  free_in(ck, state, row, site, address, columns);
  if (group == 1) return;
  const Issuer who = {state, site, 0};
  const Block *other = pair_block(&who, ~state->rank & 1);
  if (!other) return;
  ck->tensor_blocks[other->slot].freed |= slices;
  free_in(ck, other, row, site, address, columns);
}

/* -- matrices in shared memory ------------------------------------------------------------------------------------ */
enum { UNITS = 1 << 18 >> 4 };

/* The pieces of a matrix that a check has come to. */
typedef struct {
  const Who *who;
  const Matrix *matrix;
  uint8_t seen[UNITS / 8];
  uint64_t low, high; /* bytes of the block's shared memory */
  bool twice;
  uint64_t words[STEP_PIECES]; /* of the first `count`, which nothing was told of yet */
  int32_t count;
} Pieces;

static void tell_pieces(Pieces *pieces) {
  const Who *who = pieces->who;
  Check *ck = who->ck;
  if (!pieces->count) return;
  engine_pieces(ck, who->row, tensor_column(ck, who->row, BY_CORE), who->clock, who->site, ACCESS_MULTIPLY,
                pieces->words, pieces->count);
  pieces->count = 0;
}

static bool piece(Pieces *pieces, const uint8_t *place) {
  const Who *who = pieces->who;
  Check *ck = who->ck;
  if (!place) return false;
  uint64_t byte = (uint64_t)(place - pieces->matrix->smem), unit = byte / PIECE_BYTES % UNITS;
  pieces->twice |= pieces->seen[unit / 8] >> unit % 8 & 1;
  pieces->seen[unit / 8] |= (uint8_t)(1 << unit % 8);
  if (byte < pieces->low) pieces->low = byte;
  if (byte + PIECE_BYTES > pieces->high) pieces->high = byte + PIECE_BYTES;
  pieces->words[pieces->count++] = (uint64_t)(place - ck->smem) / sizeof(uint32_t);
  if (pieces->count == STEP_PIECES) tell_pieces(pieces);
  return true;
}

/* Reads rows of a matrix, `bytes` of each; or of each of `k` lines along K, where rows are contiguous. */
static bool read_matrix(const Who *who, const Block *target, uint64_t descriptor, bool along_rows, uint32_t rows,
                        uint32_t bytes, Format format, int32_t which) {
  uint32_t row_bits = format_bits(format);
  Check *ck = who->ck;
  Matrix matrix;
  if (read_descriptor(&who->issuer, target, descriptor, &matrix)) return false;
  Pieces pieces = {.who = who, .matrix = &matrix, .low = ~(uint64_t)0};
  uint32_t lines = along_rows ? bytes * 8 / row_bits : rows, line_bytes = along_rows ? rows * row_bits / 8 : bytes;
  uint32_t bits = (uint32_t)__builtin_popcount(matrix.mask);
  ck->swizzles[who->site] = matrix.mask == 0x60 ? OTHER_SWIZZLE : (uint8_t)(bits + 1);
  for (uint32_t line = 0; line < lines; line++)
    for (uint32_t at = 0; at < line_bytes; at += PIECE_BYTES)
      if (!piece(&pieces, along_rows ? piece_along_rows(&who->issuer, &matrix, at, line)
                                     : piece_along_k(&who->issuer, &matrix, line, at)))
        return false;
  tell_pieces(&pieces);
  uint64_t before = (uint64_t)(matrix.smem - ck->smem);
  if (pieces.twice) tell_tensor(ck, who->row, who->site, TENSOR_EVENT_ALIKE, which, (int64_t)(before + pieces.low));
  uint64_t told = (descriptor ^ (uint64_t)(uint32_t)who->site << 40) * (uint64_t)HASH ^ rows << 1 ^ along_rows;
  if (ck->tensor_told[told % TOLD] == told) return true;
  ck->tensor_told[told % TOLD] = told;
  uint64_t start = matrix.start + before;
  const int64_t said[] = {(int64_t)descriptor, along_rows, rows, bytes, row_bits, format};
  __builtin_memcpy(ck->lanes, said, sizeof said);
  tell_tensor(ck, who->row, who->site, TENSOR_EVENT_MATRIX | which << 8, (int64_t)start,
              (int64_t)((before + pieces.low) | (before + pieces.high) << 32));
  return true;
}

/* -- copies ------------------------------------------------------------------------------------------------------- */
static Block *target_of(const Who *who, int32_t group, int32_t which) {
  Block *target = group == 1 ? who->issuer.block : pair_block(&who->issuer, which);
  if (target) reach_block(who->ck, who->row, who->site, who->clock, (uint32_t)target->slot);
  return target;
}

void copy_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread, uint32_t address,
                uint64_t descriptor, int32_t shape, int32_t group) CHECK(tensor_copy);
HOT void copy_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread, uint32_t address,
                    uint64_t descriptor, int32_t shape, int32_t group) {
  Who who = {ck, row, site, core_starts(ck, row, site, thread, TENSOR_ACCESS_COPY), {state, site, thread}};
  uint32_t lane = address >> ADDRESS_LANE_AT, first = address & COLUMN_MASK, lanes[4];
  uint32_t pieces = copied_pieces(shape), rows = copied_rows(shape);
  for (int32_t which = 0; which < group; which++) {
    const Block *target = target_of(&who, group, which);
    if (!target || !read_matrix(&who, target, descriptor, false, rows, pieces * PIECE_BYTES, U8, 0)) return;
    if (rows >= QUARTER_LANES) { /* whole quarters, all of them */
      access(&who, target, BY_CORE, TENSOR_ACCESS_COPY, 0, TENSOR_LANES, first, pieces * PIECE_WORDS, false, false);
      continue;
    }
    for (uint32_t r = 0; r < rows; r++) {
      int32_t copies = lanes_of(shape, r, lane, lanes);
      for (int32_t k = 0; k < copies; k++)
        access(&who, target, BY_CORE, TENSOR_ACCESS_COPY, lanes[k], 1, first, pieces * PIECE_WORDS, false, false);
    }
  }
}

void shift_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread, uint32_t address, int32_t group)
    CHECK(tensor_shift);
HOT void shift_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread, uint32_t address,
                     int32_t group) {
  enum { SHIFTED_COLUMNS = 8 }; /* 32 bytes of each lane */
  Who who = {ck, row, site, core_starts(ck, row, site, thread, TENSOR_ACCESS_SHIFT), {state, site, thread}};
  for (int32_t which = 0; which < group; which++) {
    const Block *target = target_of(&who, group, which);
    if (!target) return;
    access(&who, target, BY_CORE, TENSOR_ACCESS_SHIFT, address >> ADDRESS_LANE_AT, QUARTER_LANES, address & COLUMN_MASK,
           SHIFTED_COLUMNS, false, false);
  }
}

/* -- multiplies --------------------------------------------------------------------------------------------------- */
/* Whether the sums of a multiply are those of the one that last had its columns; notes them. */
static bool same_sums(Check *ck, const Block *target, const TensorMultiply *request, const Instruction *of,
                      const Layout *layout) {
  uint32_t first = request->d & COLUMN_MASK, high = request->d >> ADDRESS_LANE_AT ? TENSOR_COLUMNS : 0;
  uint32_t name = (request->d << 16 ^ of->m << 9 ^ of->n) * 2 + 1; /* with the kind, all that a shape is */
  uint32_t *sums = ck->tensor_blocks[target->slot].sums + high;
  bool alike = true;
  name ^= (uint32_t)request->group << 31;
  for (uint32_t k = first; k < first + layout->part_columns && k < TENSOR_COLUMNS; k++) {
    alike &= sums[k] == name;
    sums[k] = name;
  }
  return alike;
}

/* Factors of rows: words of each, in all four quarters of lanes, or in two for a half. */
static void read_factors(const Who *who, const Block *target, const Instruction *of, uint32_t address, uint32_t byte,
                         uint32_t rows) {
  uint32_t first = address & COLUMN_MASK, columns = (rows + QUARTER_LANES - 1) / QUARTER_LANES;
  for (uint32_t word = 0; word < factor_words(of, byte); word++)
    operand(who, target, 0, TENSOR_LANES, first + word * factor_step(rows), columns);
}

/* The sums in lanes that a mask lets be written: those of each 16 rows, and their parts in other lanes. */
static void unmasked_sums(const Who *who, const Block *target, const TensorMultiply *request, const Layout *layout,
                          const int32_t *kept, bool alike) {
  for (uint32_t chunk = 0; chunk < layout->rows / CHUNK; chunk++)
    for (uint32_t part = 0; part < layout->parts; part++)
      for (uint32_t k = 0; k < CHUNK; k++) {
        uint32_t lane = layout->lane_of[chunk] + part * layout->part_lanes + k;
        if ((uint32_t)kept[lane / 32] >> lane % 32 & 1) continue;
        access(who, target, BY_CORE, TENSOR_ACCESS_SUMS, lane, 1, request->d & COLUMN_MASK, layout->part_columns,
               request->accumulate, alike);
      }
}

void multiply_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread, const TensorMultiply *request)
    CHECK(tensor_multiply);
HOT void multiply_words(Check *ck, Block *state, int32_t row, int32_t site, int32_t thread,
                        const TensorMultiply *request) {
  enum { ROW_BYTES = 32, LONG_ROW_BYTES = 48 }; /* a multiply takes so many of each row, whatever the type */
  Who who = {ck, row, site, core_starts(ck, row, site, thread, TENSOR_ACCESS_SUMS), {state, site, thread}};
  Instruction of;
  Layout layout;
  if (read_instruction(&who.issuer, request, &of) || place_rows(&who.issuer, request, &of, &layout)) return;
  uint32_t shift = request->zero_columns >> 56 & 0x3f; /* B goes on for so many columns */
  uint32_t row_bytes = of.long_k ? LONG_ROW_BYTES : ROW_BYTES;
  uint32_t columns_b = of.n / (uint32_t)request->group + shift, first = request->d & COLUMN_MASK;
  for (int32_t which = 0; which < request->group; which++) {
    const Block *target = target_of(&who, request->group, which);
    if (!target) return;
    if (!read_matrix(&who, target, request->b, of.along_rows_b, columns_b, row_bytes << of.sparse, of.b, 2))
      return;
    if (!request->a_in_tensor_memory &&
        !read_matrix(&who, target, request->a, of.along_rows_a, layout.rows, row_bytes, of.a, 1))
      return;
    for (uint32_t chunk = 0; request->a_in_tensor_memory && chunk < layout.rows_a / CHUNK; chunk++)
      operand(&who, target, layout.lane_of[chunk], CHUNK, (uint32_t)request->a & COLUMN_MASK, row_bytes / 4);
    bool whole = layout.rows * layout.parts == TENSOR_LANES;
    uint32_t metadata = (request->metadata & COLUMN_MASK) + of.selector;
    if (of.sparse && whole) operand(&who, target, 0, TENSOR_LANES, metadata, metadata_columns(&of));
    for (uint32_t chunk = 0; of.sparse && !whole && chunk < layout.rows / CHUNK; chunk++)
      operand(&who, target, layout.lane_of[chunk], CHUNK, metadata, metadata_columns(&of));
    if (of.block) {
      uint32_t rows_b = of.m == 128 && request->group == 2 ? of.n / 2 : of.n;
      read_factors(&who, target, &of, request->factors_a, of.factor_a, layout.rows);
      read_factors(&who, target, &of, request->factors_b, of.factor_b, rows_b);
    }
    bool alike = same_sums(ck, target, request, &of, &layout);
    if (request->masked) {
      unmasked_sums(&who, target, request, &layout, request->lanes + 4 * which, alike);
      continue;
    }
    if (whole)
      access(&who, target, BY_CORE, TENSOR_ACCESS_SUMS, 0, TENSOR_LANES, first, layout.part_columns,
             request->accumulate, alike);
    for (uint32_t chunk = 0; !whole && chunk < layout.rows / CHUNK; chunk++)
      access(&who, target, BY_CORE, TENSOR_ACCESS_SUMS, layout.lane_of[chunk], CHUNK, first, layout.part_columns,
             request->accumulate, alike);
  }
}
