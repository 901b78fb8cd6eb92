/* What keeps the clocks that come to a barrier. */
#pragma once
#include "check.h"

enum { COPIES = ENGINE_COPY - 1, STORES = ENGINE_BULK_STORE - 1 }; /* engines, in the arrays of `EngineRow` */
typedef enum { NOW, BEFORE, FENCED_NOW, FENCED_BEFORE } Plane;

static inline BarrierRecord *record_of(const Check *ck, uint32_t index) {
  return (BarrierRecord *)(ck->objects + (uint64_t)(index * (ck->stride * 16 + (uint32_t)sizeof(BarrierRecord))));
}

static inline uint32_t *plane_of(const Check *ck, BarrierRecord *record, Plane plane) {
  return (uint32_t *)(record + 1) + plane * ck->stride;
}

/* An engine has something to do, or some lanes of a row: from now on all columns count. */
static inline void engines_live(Check *ck) { ck->live = ck->stride; }

/* clocks.c: a new tag begins a phase: what was released so far is that of the phase before. */
BarrierRecord *in_phase(Check *ck, uint32_t index, int32_t tag) CHECK(in_phase);
/* clocks.c: the row's own clock moves on, past what it knows of others. `meets`: whether its lanes met. */
void move_past(Check *ck, int32_t row, bool meets) CHECK(move_past);
/* clocks.c: keeps what comes to a barrier, for the report of a deadlock. */
LogEntry *log_arrival(Check *ck, int32_t kind, int32_t row, uint32_t index, int32_t tag, int32_t site, int32_t number)
    CHECK(log_arrival);
