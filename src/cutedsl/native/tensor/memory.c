/* Tensor memory is allocated, read and written. */
#include "tensor.h"

COLD bool tensor_fault(const Issuer *who, int32_t fault, int64_t a, int64_t b) {
  const int32_t *at = who->block->block;
  fail(who->block->rt, ERROR_TENSOR, who->site, who->thread, at[0], at[1], at[2], fault, a, b);
  return true;
}

TensorMemory *tensor_memory(Block *block) {
  if (block->tensor) return block->tensor;
  /* Vectors of 16 words are moved aligned. */
  enum { ALIGN = 64 };
  /* Null has failed the call already: the write to it ends the worker, as no caller could go on. */
  void *raw = allocate(block->rt, block, sizeof(TensorMemory) + ALIGN);
  TensorMemory *made = (TensorMemory *)(((uint64_t)raw + ALIGN - 1) & -(uint64_t)ALIGN);
  __builtin_memset(made, 0, offsetof(TensorMemory, words));
  made->raw = raw;
  block->tensor = made;
  return made;
}

/* -- columns ------------------------------------------------------------------------------------------------------ */
static uint32_t slices(uint32_t first, uint32_t count) {
  return (uint32_t)((((uint64_t)1 << count / SLICE_COLUMNS) - 1) << first / SLICE_COLUMNS);
}

bool has_columns(const Block *block, uint32_t first, uint32_t count) {
  uint32_t begin = first & -SLICE_COLUMNS, end = (first + count + SLICE_COLUMNS - 1) & -SLICE_COLUMNS;
  if (first + count > TENSOR_COLUMNS || !block->tensor) return false;
  uint32_t wanted = slices(begin, end - begin);
  return (block->tensor->taken & wanted) == wanted;
}

bool outside_columns(const Issuer *who, const Block *block, uint32_t first, uint32_t count) {
  return !has_columns(block, first, count) && tensor_fault(who, TENSOR_OUTSIDE, first, count);
}

Block *pair_block(const Issuer *who, int32_t which) {
  const Block *own = who->block;
  if (own->cluster_blocks & 1) {
    tensor_fault(who, TENSOR_NO_PAIR, own->cluster_blocks, 0);
    return NULL;
  }
  return own->cluster + ((own->rank & ~1) + which);
}

bool wrong_group(const Issuer *who, int32_t group) {
  TensorMemory *memory = tensor_memory(who->block);
  if (memory->group && memory->group != group) return tensor_fault(who, TENSOR_MIXED_GROUPS, memory->group, group);
  memory->group = group;
  return group == 2 && !pair_block(who, 0);
}

static bool bad_count(const Issuer *who, uint32_t columns) {
  bool good = columns >= SLICE_COLUMNS && columns <= TENSOR_COLUMNS && !(columns & (columns - 1));
  return !good && tensor_fault(who, TENSOR_COUNT, columns, 0);
}

/* Takes columns of a block that are free. What they hold is poison. */
static void reserve(Block *block, int32_t site, uint32_t first, uint32_t columns) {
  TensorMemory *memory = tensor_memory(block);
  memory->taken |= slices(first, columns);
  memory->sizes[first / SLICE_COLUMNS] = columns / SLICE_COLUMNS;
  memory->site = site;
  uint32_t *words = word_at(memory->words, 0, first), fill = (uint32_t)block->rt->smem_fill * 0x01010101;
  for (uint32_t k = 0; k < columns * TENSOR_LANES; k++) words[k] = fill ? fill : POISON;
}

/* An allocation that the other block of a pair has made for this one: whether there is one. */
static bool take_owed(TensorMemory *memory, uint32_t *place) {
  if (!memory->owed) return false;
  *place = (uint32_t)memory->owed_at[0] * SLICE_COLUMNS;
  memory->owed--;
  __builtin_memmove(memory->owed_at, memory->owed_at + 1, memory->owed);
  return true;
}

bool tensor_alloc(Block *block, int32_t site, int32_t thread, uint32_t *place, uint32_t columns, int32_t group)
    RUNTIME(tensor.alloc);
/* A pair allocates as one: when the block that asks first goes on, both have the columns, and its multiplies may write
 * those of the other. Source: PTX ISA, "tcgen05.alloc", `.cta_group::2`. */
HOT bool tensor_alloc(Block *block, int32_t site, int32_t thread, uint32_t *place, uint32_t columns, int32_t group) {
  Issuer who = {block, site, thread};
  TensorMemory *memory = tensor_memory(block);
  if (bad_count(&who, columns) || wrong_group(&who, group)) return true;
  if (memory->relinquished) return tensor_fault(&who, TENSOR_NO_PERMIT, columns, 0);
  if (memory->last && columns > (uint32_t)memory->last)
    return tensor_fault(&who, TENSOR_GREW, memory->last, columns);
  memory->last = columns;
  memory->was_owed = take_owed(memory, place);
  if (memory->was_owed) {
    uint32_t there = (uint32_t)memory->sizes[*place / SLICE_COLUMNS] * SLICE_COLUMNS;
    return there != columns && tensor_fault(&who, TENSOR_PAIR_DIFFERS, columns, there);
  }
  Block *peer = group == 2 ? pair_block(&who, !(block->rank & 1)) : NULL;
  TensorMemory *other = peer ? tensor_memory(peer) : NULL;
  for (uint32_t first = 0; first + columns <= TENSOR_COLUMNS; first += SLICE_COLUMNS) {
    if (memory->taken & slices(first, columns)) continue;
    reserve(block, site, first, columns);
    /* Columns that the other block still has to give back it asks for by itself. */
    if (other && !(other->taken & slices(first, columns))) {
      reserve(peer, site, first, columns);
      other->owed_at[other->owed++] = (int8_t)(first / SLICE_COLUMNS);
    }
    *place = first;
    return false;
  }
  return tensor_fault(&who, TENSOR_FULL, columns, memory->taken);
}

bool tensor_dealloc(Block *block, int32_t site, int32_t thread, uint32_t address, uint32_t columns, int32_t group)
    RUNTIME(tensor.dealloc);
HOT bool tensor_dealloc(Block *block, int32_t site, int32_t thread, uint32_t address, uint32_t columns,
                        int32_t group) {
  Issuer who = {block, site, thread};
  TensorMemory *memory = tensor_memory(block);
  if (bad_count(&who, columns) || wrong_group(&who, group)) return true;
  uint32_t first = address & COLUMN_MASK;
  bool known = address < TENSOR_COLUMNS && !(first % SLICE_COLUMNS);
  if (!known || memory->sizes[first / SLICE_COLUMNS] != (int8_t)(columns / SLICE_COLUMNS))
    return tensor_fault(&who, TENSOR_NOT_ALLOCATED, address, columns);
  memory->taken &= ~slices(first, columns);
  memory->sizes[first / SLICE_COLUMNS] = 0;
  return false;
}

bool tensor_relinquish(Block *block, int32_t site, int32_t thread, int32_t group) RUNTIME(tensor.relinquish);
HOT bool tensor_relinquish(Block *block, int32_t site, int32_t thread, int32_t group) {
  Issuer who = {block, site, thread};
  if (wrong_group(&who, group)) return true;
  tensor_memory(block)->relinquished = 1;
  return false;
}

/* What a commit tracks are instructions of its own group alone. Source: PTX ISA, "tcgen05.commit". */
bool tensor_commit(Block *block, int32_t site, int32_t thread, int32_t group) RUNTIME(tensor.commit);
HOT bool tensor_commit(Block *block, int32_t site, int32_t thread, int32_t group) {
  Issuer who = {block, site, thread};
  return wrong_group(&who, group);
}

/* -- loads and stores --------------------------------------------------------------------------------------------- */
/* What a load or store moves; `offset` is where lanes 16 to 31 of 16x32bx2 begin. */
typedef struct {
  int32_t shape, repeat, packed, offset;
} Shape;

static uint32_t registers_of(const Shape *shape) {
  return shape->repeat * (shape->shape == TENSOR_16x128b ? 2 : shape->shape == TENSOR_16x256b ? 4 : 1);
}

/* Where register i of thread t lies, relative to the address; columns of 32 bits, or of 16 where they are packed. */
static inline void find(const Shape *shape, uint32_t i, uint32_t t, uint32_t *lane, uint32_t *column) {
  switch (shape->shape) {
  case TENSOR_32x32b:
    *lane = t;
    *column = i;
    return;
  case TENSOR_16x64b:
    *lane = (t >> 2) + 8 * (t & 1);
    *column = 2 * i + (t >> 1 & 1);
    return;
  case TENSOR_16x128b:
    *lane = (t >> 2) + 8 * (i & 1);
    *column = 4 * (i >> 1) + (t & 3);
    return;
  case TENSOR_16x256b:
    *lane = (t >> 2) + 8 * (i >> 1 & 1);
    *column = 8 * (i >> 2) + 2 * (t & 3) + (i & 1);
    return;
  default:
    *lane = t & 15;
    *column = i + (t >> 4) * (shape->offset >> shape->packed);
  }
}

/* Checks what a warp may reach; gives where it begins, or null and a fault. */
static uint32_t *reach(const Issuer *who, const Shape *shape, uint32_t address) {
  uint32_t lane = address >> ADDRESS_LANE_AT, first = address & COLUMN_MASK, most_lane, most = 0;
  uint32_t warp = who->thread / WARP_LANES % 4;
  bool half = shape->shape != TENSOR_32x32b;
  /* Quarter 0 stands for the warp's own: programs that run on hardware leave it out. */
  if ((lane / QUARTER_LANES && lane / QUARTER_LANES != warp) || lane % (half ? 16 : 32)) {
    tensor_fault(who, TENSOR_OTHER_LANES, lane, warp);
    return NULL;
  }
  lane = lane % QUARTER_LANES + QUARTER_LANES * warp;
  find(shape, registers_of(shape) - 1, WARP_LANES - 1, &most_lane, &most);
  if (outside_columns(who, who->block, first, (most + 1) << shape->packed)) return NULL;
  return word_at(words_of(who->block), lane, first);
}

#define SHAPE int32_t shape, int32_t repeat, int32_t packed, int32_t offset
bool tensor_load(Block *block, int32_t site, int32_t thread, uint32_t address, SHAPE, uint32_t *out)
    RUNTIME(tensor.load);
HOT bool tensor_load(Block *block, int32_t site, int32_t thread, uint32_t address, SHAPE, uint32_t *out) {
  Issuer who = {block, site, thread};
  Shape form = {shape, repeat, packed, offset};
  uint32_t *words = reach(&who, &form, address), lane, column;
  if (!words) return true;
  for (uint32_t i = 0, count = registers_of(&form); i < count; i++, out += WARP_LANES) {
    if (shape == TENSOR_32x32b && !packed) {
      __builtin_memcpy(out, word_at(words, 0, i), WARP_LANES * sizeof *out);
      continue;
    }
    for (uint32_t t = 0; t < WARP_LANES; t++) {
      find(&form, i, t, &lane, &column);
      const uint32_t *word = word_at(words, lane, column << packed);
      out[t] = packed ? (word[0] & 0xffff) | word[TENSOR_LANES] << 16 : word[0];
    }
  }
  return false;
}

bool tensor_store(Block *block, int32_t site, int32_t thread, uint32_t address, SHAPE, const uint32_t *in)
    RUNTIME(tensor.store);
HOT bool tensor_store(Block *block, int32_t site, int32_t thread, uint32_t address, SHAPE, const uint32_t *in) {
  Issuer who = {block, site, thread};
  Shape form = {shape, repeat, packed, offset};
  uint32_t *words = reach(&who, &form, address), lane, column;
  if (!words) return true;
  for (uint32_t i = 0, count = registers_of(&form); i < count; i++, in += WARP_LANES)
    for (uint32_t t = 0; t < WARP_LANES; t++) {
      find(&form, i, t, &lane, &column);
      uint32_t *word = word_at(words, lane, column << packed);
      word[0] = packed ? in[t] & 0xffff : in[t];
      if (packed) word[TENSOR_LANES] = in[t] >> 16; /* the upper halves are unspecified: zero here */
    }
  return false;
}

/* The columns of each thread combined, behind its `count` registers. */
void tensor_reduce(uint32_t *registers, int32_t count, int32_t smallest, int32_t absolute, int32_t nan, int32_t kind)
    RUNTIME(tensor.reduce);
HOT void tensor_reduce(uint32_t *registers, int32_t count, int32_t smallest, int32_t absolute, int32_t nan,
                       int32_t kind) {
  for (int32_t t = 0; t < WARP_LANES; t++) {
    uint32_t best = 0;
    for (int32_t i = 0; i < count; i++) {
      uint32_t word = registers[i * WARP_LANES + t];
      if (absolute) word &= 0x7fffffff;
      /* As integers that are ordered as the numbers are: floats have their bits turned where they are negative. */
      bool is_nan = kind == TENSOR_REDUCE_F32 && (word & 0x7fffffff) > 0x7f800000;
      bool best_nan = kind == TENSOR_REDUCE_F32 && (best & 0x7fffffff) > 0x7f800000;
      int64_t rank = kind == TENSOR_REDUCE_U32 ? (int64_t)word : (int32_t)word;
      int64_t other = kind == TENSOR_REDUCE_U32 ? (int64_t)best : (int32_t)best;
      if (kind == TENSOR_REDUCE_F32) {
        if (rank < 0) rank = -(rank & 0x7fffffff) - 1;
        if (other < 0) other = -(other & 0x7fffffff) - 1;
      }
      bool better = smallest ? rank < other : rank > other;
      if (is_nan) better = nan;
      if (best_nan) better = !nan;
      if (!i || better) best = word;
    }
    registers[count * WARP_LANES + t] = best;
  }
}
