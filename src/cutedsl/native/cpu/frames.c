/* Memory for the frames of coroutines: an arena that grows, taken from the front, and freed whole when a worker ends. */
#include "runtime.h"

enum { FRAME_ALIGN_BYTES = 128 };

/* Memory for a frame, aligned to FRAME_ALIGN_BYTES; a new arena has room for the frames of all warps of the block. */
HOT void *frame(Block *block, int64_t bytes) RUNTIME(frame);
void *frame(Block *block, int64_t bytes) {
  int64_t size = (bytes + FRAME_ALIGN_BYTES - 1) & -FRAME_ALIGN_BYTES;
  Arena *arena = block->arena;
  if (!arena || block->used + size > arena->room_bytes) {
    int64_t room = size * block->warps, twice = arena ? 2 * arena->room_bytes : 0;
    if (room < twice) room = twice;
    Arena *made = malloc(room + 2 * FRAME_ALIGN_BYTES);
    made->older = arena;
    made->room_bytes = room;
    block->arena = arena = made;
    block->used = 0;
  }
  uint64_t start = ((uint64_t)arena + sizeof(Arena) + FRAME_ALIGN_BYTES - 1) & -(uint64_t)FRAME_ALIGN_BYTES;
  void *place = (void *)(start + block->used);
  block->used += size;
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
