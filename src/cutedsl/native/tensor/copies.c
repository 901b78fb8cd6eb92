/* Copies from shared to tensor memory, and rows that move down. */
#include "tensor.h"

enum { NARROW_BYTES = 12 };

/* 16 elements of 4 or 6 bits as bytes; of 4 bits they lie in bits 5 to 2, as multiplies of bytes read them. */
static void unpack(const uint8_t *from, int32_t bits, uint8_t *to) {
  uint64_t low = 0, high = 0;
  __builtin_memcpy(&low, from, 8);
  if (bits == 6) __builtin_memcpy(&high, from + 8, NARROW_BYTES - 8);
  for (int32_t k = 0; k < PIECE_BYTES; k++) {
    int32_t at = k * bits;
    uint64_t found = at < 64 ? low >> at : high >> (at - 64);
    if (at < 64 && at + bits > 64) found |= high << (64 - at);
    to[k] = bits == 6 ? found & 0x3f : (found & 0xf) << 2;
  }
}

int32_t lanes_of(int32_t shape, uint32_t row, uint32_t lane, uint32_t *lanes) {
  switch (shape) {
  case TENSOR_4x256b:
    lanes[0] = lane + QUARTER_LANES * row;
    return 1;
  case TENSOR_64x128b_02_13:
    lanes[0] = row;
    lanes[1] = row + 64;
    return 2;
  case TENSOR_64x128b_01_23:
    lanes[0] = row < 32 ? row : row + 32;
    lanes[1] = lanes[0] + 32;
    return 2;
  case TENSOR_32x128b:
    for (uint32_t k = 0; k < 4; k++) lanes[k] = row + QUARTER_LANES * k;
    return 4;
  default:
    lanes[0] = row;
    return 1;
  }
}

static bool copy_block(const Issuer *who, Block *block, uint32_t address, uint64_t descriptor, int32_t shape,
                       int32_t unpacked_bits) {
  uint32_t pieces = copied_pieces(shape);
  uint32_t lane = address >> ADDRESS_LANE_AT, first = address & COLUMN_MASK, lanes[4], words[PIECE_WORDS];
  Matrix matrix;
  if (read_descriptor(who, block, descriptor, &matrix)) return true;
  if (outside_columns(who, block, first, pieces * PIECE_WORDS)) return true;
  if (lane && (shape != TENSOR_4x256b || lane >= QUARTER_LANES)) return tensor_fault(who, TENSOR_LANE, lane, 0);
  uint32_t *memory = words_of(block);
  for (uint32_t row = 0; row < copied_rows(shape); row++)
    for (uint32_t piece = 0; piece < pieces; piece++) {
      const uint8_t *from = piece_along_k(who, &matrix, row, piece * PIECE_BYTES);
      if (!from) return true;
      if (unpacked_bits) unpack(from, unpacked_bits, (uint8_t *)words);
      else __builtin_memcpy(words, from, PIECE_BYTES);
      int32_t copies = lanes_of(shape, row, lane, lanes);
      for (int32_t k = 0; k < copies; k++)
        for (uint32_t w = 0; w < PIECE_WORDS; w++)
          *word_at(memory, lanes[k], first + piece * PIECE_WORDS + w) = words[w];
    }
  return false;
}

bool tensor_copy(Block *block, int32_t site, int32_t thread, uint32_t address, uint64_t descriptor, int32_t shape,
                 int32_t group, int32_t unpacked_bits) RUNTIME(tensor.copy);
HOT bool tensor_copy(Block *block, int32_t site, int32_t thread, uint32_t address, uint64_t descriptor, int32_t shape,
                     int32_t group, int32_t unpacked_bits) {
  Issuer who = {block, site, thread};
  if (wrong_group(&who, group)) return true;
  for (int32_t which = 0; which < group; which++) {
    Block *target = group == 1 ? block : pair_block(&who, which);
    if (copy_block(&who, target, address, descriptor, shape, unpacked_bits)) return true;
  }
  return false;
}

/* `tcgen05.shift` moves 32 bytes of each lane: eight columns. Source: PTX ISA. */
enum { SHIFTED_COLUMNS = 8 };

HOT void shift_lanes(uint32_t *words) {
  for (uint32_t column = 0; column < SHIFTED_COLUMNS; column++)
    for (uint32_t row = 0; row + 1 < QUARTER_LANES; row++)
      *word_at(words, row, column) = *word_at(words, row + 1, column);
}

bool tensor_shift(Block *block, int32_t site, int32_t thread, uint32_t address, int32_t group) RUNTIME(tensor.shift);
HOT bool tensor_shift(Block *block, int32_t site, int32_t thread, uint32_t address, int32_t group) {
  Issuer who = {block, site, thread};
  uint32_t lane = address >> ADDRESS_LANE_AT, first = address & COLUMN_MASK;
  if (wrong_group(&who, group)) return true;
  if (lane % QUARTER_LANES) return tensor_fault(&who, TENSOR_LANE, lane, 0);
  for (int32_t which = 0; which < group; which++) {
    Block *target = group == 1 ? block : pair_block(&who, which);
    if (outside_columns(&who, target, first, SHIFTED_COLUMNS)) return true;
    shift_lanes(word_at(words_of(target), lane, first));
  }
  return false;
}
