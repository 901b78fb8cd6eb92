/* The scheduler of warps that are coroutines: round after round, in their order or in one drawn from a seed. */
#pragma once
#include "coroutines.h"

/* What is drawn for a round. */
typedef struct {
  uint64_t state;
  uint32_t first; /* the turn at which the round begins */
  bool back;      /* whether it goes down */
} Lots;

/* A round in the warps' order, or, with a seed, one that begins at a drawn warp, goes up or down, and leaves out a
 * quarter of the warps. (The multiplier and the addend are those of Knuth's MMIX.) */
static inline void draw_round(Lots *lots, uint32_t warps) {
  lots->state = lots->state * 6364136223846793005u + 1442695040888963407u;
  lots->first = (uint32_t)(lots->state >> 33) % warps;
  lots->back = lots->state >> 62 & 1;
}

static inline int32_t drawn_warp(const Lots *lots, uint32_t turn, uint32_t warps) {
  uint32_t up = (turn + lots->first) % warps;
  return lots->back ? warps - 1 - up : up;
}

/* Whether a warp is left out of this round: one of four is. (The first factor is 2^64 by the golden ratio.) */
static inline bool lags(const Lots *lots, int32_t warp) {
  uint64_t lot = (uint64_t)warp * 0x9E3779B97F4A7C15u ^ lots->state;
  return !(lot * 6364136223846793005u >> 62);
}

/* Tells of a deadlock: no warp has let another go on for a round in which all had their turn. */
static inline void tell_stuck(Context *rt, Block *blocks, int32_t count, int32_t warps) {
  Block *first = blocks;
  while (!first->alive) first++;
  if (deadlock(rt, first, warps)) stuck(rt, blocks, count, warps);
}

/* Rounds in which warps only look at memory. A checked run calls many of them a deadlock. */
typedef struct {
  const int64_t *changes; /* counts what another warp may wait for */
  int64_t seen, rounds;
} Vain;
enum { VAIN_ROUNDS = 1000, VAIN_TURNS = 1 << 19 };

static inline bool in_vain(Vain *vain, int32_t turns) {
  vain->rounds = *vain->changes == vain->seen ? vain->rounds + 1 : 0;
  vain->seen = *vain->changes;
  return vain->rounds > VAIN_ROUNDS && vain->rounds * turns > VAIN_TURNS;
}

/* Runs warps to their ends, or to a deadlock; in their order without `lots`. */
static inline __attribute__((always_inline)) void run_warps(Block *blocks, int32_t count, Lots *lots, Vain *vain) {
  Context *rt = blocks->rt;
  int64_t *word = blocks->poll, before = progress(blocks, count);
  int32_t warps = blocks->warps;
  for (;;) {
    int32_t waiting = 0;
    bool lagging = false;
    if (lots) draw_round(lots, warps);
    for (int32_t b = 0; b < count; b++) {
      Block *block = &blocks[b];
      for (int32_t turn = 0; turn < warps; turn++) {
        int32_t k = lots ? drawn_warp(lots, turn, warps) : turn;
        Coroutine *warp = block->handles[k];
        if (ended(warp)) continue;
        if (lots && lags(lots, k)) {
          lagging = true;
          waiting++;
          continue;
        }
        resume(warp);
        waiting += !ended(warp);
        if (quiet(word) || !poll(rt, word)) continue;
        stood(rt, block, ended(warp) ? -1 : block->wait_sites[k]);
        return;
      }
    }
    if (!waiting) return;
    int64_t after = progress(blocks, count);
    if (after == before && !lagging) return tell_stuck(rt, blocks, count, warps);
    if (vain && in_vain(vain, waiting)) return tell_stuck(rt, blocks, count, warps);
    before = after;
  }
}
