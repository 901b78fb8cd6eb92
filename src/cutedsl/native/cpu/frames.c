/* Memory for the frames of coroutines: an arena that grows, taken from the front, and freed whole when a worker ends. */
#include "runtime.h"

enum { LEAST_ALIGN_BYTES = 128 };

/* Where the next frame begins in the newest arena. */
static char *next_place(const Block *block, int64_t align) {
  return (char *)(((uint64_t)(block->arena + 1) + block->used + align - 1) & -(uint64_t)align);
}

/*
 * Memory for a frame; a new arena has room for the frames of all warps of the block. LLVM relies on the alignment that
 * it asks for (vectors of 32 pointers need 256 bytes): it folds the low bits of addresses in the frame.
 */
HOT void *frame(Block *block, int64_t bytes, int64_t align) RUNTIME(frame);
void *frame(Block *block, int64_t bytes, int64_t align) {
  if (align < LEAST_ALIGN_BYTES) align = LEAST_ALIGN_BYTES;
  int64_t size = (bytes + align - 1) & -align;
  Arena *arena = block->arena;
  if (!arena || next_place(block, align) + size > (char *)(arena + 1) + arena->room_bytes) {
    int64_t room = size * block->warps + align, twice = arena ? 2 * arena->room_bytes : 0;
    if (room < twice) room = twice;
    /* Null has failed the call already: the write to it ends the worker, as no caller could go on. */
    Arena *made = allocate(block->rt, block, sizeof(Arena) + room);
    made->older = arena;
    made->room_bytes = room;
    block->arena = made;
    block->used = 0;
  }
  char *place = next_place(block, align);
  block->used = place + size - (char *)(block->arena + 1);
  return place;
}

COLD void release(Block *block) {
  for (Arena *arena = block->arena; arena;) {
    Arena *older = arena->older;
    free(arena);
    arena = older;
  }
}

/* What the blocks that run together have done: if it has not changed, none of them can go on. */
HOT int64_t progress(const Block *blocks, int32_t count) {
  int64_t sum = 0;
  for (int32_t b = 0; b < count; b++) sum += blocks[b].progress;
  return sum;
}
