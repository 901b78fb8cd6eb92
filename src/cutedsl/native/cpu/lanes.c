/* Warps whose lanes run apart: each lane is a coroutine, and the warp gives them turns.
 *
 * The scheduler sees a warp as one coroutine, whose frame is a LaneWarp. What lanes do together they do at a meeting:
 * each that comes puts down its operands behind the frame, and the one that finds all of its mask there does it for
 * all. Number 0 is no meeting. */
#include "coroutines.h"

void drive(Coroutine *self) RUNTIME(drive);
void lanes(LaneWarp *self, Block *state, int32_t warp, int32_t threads) RUNTIME(lanes);
void come(LaneWarp *self, int32_t lane, int32_t number, int32_t mask) RUNTIME(come);
bool waits(LaneWarp *self, int32_t lane) RUNTIME(waits);
int32_t members(LaneWarp *self, int32_t lane) RUNTIME(members);
void part(LaneWarp *self, int32_t members) RUNTIME(part);

/* Makes a warp; its lanes' coroutines are made after it. */
COLD void lanes(LaneWarp *self, Block *state, int32_t warp, int32_t threads) {
  uint32_t left = (uint32_t)threads - (uint32_t)warp * WARP_LANES;
  self->head.resume = drive;
  self->head.destroy = NULL;
  self->state = state;
  self->warp = warp;
  self->alive = left >= WARP_LANES ? -1 : (int32_t)((1u << left) - 1);
  for (int k = 0; k < WARP_LANES; k++) self->at[k] = 0;
}

/* Gives each lane a turn; the last to end ends the warp. */
COLD void drive(Coroutine *frame) {
  LaneWarp *self = (LaneWarp *)frame;
  Block *state = self->state;
  for (int32_t lane = 0; lane < WARP_LANES; lane++) {
    if (!(self->alive >> lane & 1)) continue;
    resume(self->handles[lane]);
    if (ended(self->handles[lane])) {
      self->alive ^= (int32_t)(1u << lane);
      state->progress++;
    }
    if (!quiet(state->poll) && poll(state->rt, state->poll)) return;
  }
  if (self->alive) return;
  finish(state);
  cluster_leave(state, self->warp);
  self->head.resume = NULL;
}

/* A lane comes to a meeting of the lanes in `mask`. */
COLD void come(LaneWarp *self, int32_t lane, int32_t number, int32_t mask) {
  self->at[lane] = number;
  self->masks[lane] = mask;
  self->state->progress++;
}

COLD bool waits(LaneWarp *self, int32_t lane) { return self->at[lane] != 0; }

/* The lanes of the meeting that a lane waits at, as bits; 0 while one is missing. */
COLD int32_t members(LaneWarp *self, int32_t lane) {
  uint32_t wanted = (self->masks[lane] & self->alive) | 1u << lane;
  for (uint32_t left = wanted; left; left &= left - 1) {
    int32_t other = __builtin_ctz(left);
    if (self->at[other] != self->at[lane] || self->masks[other] != self->masks[lane]) return 0;
  }
  return wanted;
}

/* What the meeting does is done: its lanes go on. */
COLD void part(LaneWarp *self, int32_t members) {
  self->state->progress++;
  for (uint32_t left = members; left; left &= left - 1) self->at[__builtin_ctz(left)] = 0;
}
