/* Tensor maps in global memory that a kernel changes: a change is released and acquired before a copy uses the map, and
 * comes after the copies that may still read it.
 *
 * A copy has read its map when its own end is known, or when its thread has waited for an empty group of bulk stores
 * since, as programs do before they change one. Sources: PTX ISA, "fence.proxy.tensormap", "tensormap.cp_fenceproxy";
 * CuTe DSL's `TensorMapManager`. */
#include "parts.h"
#include "records.h"

typedef struct {
  uint32_t column, clock; /* by which the copy has ended; clock 0: there is none */
  uint32_t group;         /* and the clock of the row's bulk stores by which it has read the map */
  int32_t site;
} MapReader;

typedef struct TensorMap {
  struct TensorMap *next;
  int64_t address;
  uint32_t base;       /* the first clock of the cluster that all below is about */
  int32_t site;        /* of the last change, + 1; 0: none */
  uint32_t row, clock; /* who made it, and when */
  bool released;
  MapReader *readers; /* for each row its last copy */
  uint32_t *acquired; /* for each row its clock when it acquired the last change; 0: it did not */
} TensorMap;

/* What is told of a map: the report's access. */
enum { IN_USE, NOT_RELEASED, NOT_ACQUIRED, UNORDERED };

void map_changed(Check *ck, int32_t row, int32_t site, const uint8_t *map, bool released) CHECK(map_changed);
void map_released(Check *ck, int32_t row) CHECK(map_released);
void map_acquired(Check *ck, int32_t row, int32_t site, const uint8_t *map) CHECK(map_acquired);
void map_used(Check *ck, int32_t row, int32_t site, const uint8_t *map, int64_t column, int64_t clock) CHECK(map_used);

static bool is_shared(const Check *ck, const uint8_t *map) {
  return (uint64_t)(map - ck->smem) < (uint64_t)ck->smem_words * WORD_BYTES;
}

static void forget_uses(const Check *ck, TensorMap *map) {
  __builtin_memset(map->readers, 0, ck->rows * sizeof *map->readers);
  __builtin_memset(map->acquired, 0, ck->rows * sizeof *map->acquired);
}

/* What is known of a map: nothing, where no block of the cluster has changed or used it. */
static TensorMap *map_at(Check *ck, const uint8_t *place) {
  TensorMap *map = ck->maps;
  while (map && map->address != (int64_t)place) map = map->next;
  if (!map) {
    map = take_room(ck, sizeof *map);
    map->readers = take_room(ck, ck->rows * (int64_t)sizeof *map->readers);
    map->acquired = take_room(ck, (ck->rows + 1) / 2 * (int64_t)(2 * sizeof *map->acquired));
    map->address = (int64_t)place;
    map->next = ck->maps;
    ck->maps = map;
  }
  if (map->base != ck->base) {
    map->base = ck->base;
    map->site = 0;
    forget_uses(ck, map);
  }
  return map;
}

/* Whether a row, or some of its lanes, know a clock of a column. */
static bool knows(const Check *ck, int32_t row, uint32_t column, uint32_t clock) {
  const uint32_t *gained = row_of(ck, ck->gained, row);
  return known_by(ck, row)[column] >= clock || (ck->gainers[row] && gained[column] >= clock);
}

/* Whether a row knows what another one did up to a clock of its own. */
static bool after(const Check *ck, int32_t row, uint32_t other, uint32_t clock) {
  return other == (uint32_t)row || knows(ck, row, other, clock) || knows(ck, row, ck->parts_at + other, clock);
}

HOT void map_changed(Check *ck, int32_t row, int32_t site, const uint8_t *place, bool released) {
  if (is_shared(ck, place)) return;
  TensorMap *map = map_at(ck, place);
  for (uint32_t k = 0; k < ck->rows; k++) {
    const MapReader *reader = &map->readers[k];
    if (!reader->clock || knows(ck, row, reader->column, reader->clock)) continue;
    if (knows(ck, row, ck->rows * ENGINE_BULK_STORE + k, reader->group)) continue;
    report(ck, EVENT_MAP, row, site, IN_USE, reader->site, k);
  }
  forget_uses(ck, map);
  map->site = site + 1;
  map->row = (uint32_t)row;
  map->clock = known_by(ck, row)[row];
  map->released = released;
}

/* A row releases what it knows of changes. */
HOT void map_released(Check *ck, int32_t row) {
  for (TensorMap *map = ck->maps; map; map = map->next)
    if (map->base == ck->base && map->site && after(ck, row, map->row, map->clock)) map->released = true;
}

HOT void map_acquired(Check *ck, int32_t row, int32_t site, const uint8_t *place) {
  TensorMap *map = map_at(ck, place);
  map->acquired[row] = known_by(ck, row)[row];
  if (!map->site || after(ck, row, map->row, map->clock)) return;
  report(ck, EVENT_MAP, row, site, UNORDERED, map->site - 1, map->row);
}

static bool is_acquired(const Check *ck, int32_t row, const TensorMap *map) {
  for (uint32_t k = 0; k < ck->rows; k++)
    if (map->acquired[k] && after(ck, row, k, map->acquired[k])) return true;
  return false;
}

/* A copy of the row by a map; `column` and `clock` are those by which it ends. */
HOT void map_used(Check *ck, int32_t row, int32_t site, const uint8_t *place, int64_t column, int64_t clock) {
  TensorMap *map = map_at(ck, place);
  if (map->site && !map->released)
    report(ck, EVENT_MAP, row, site, NOT_RELEASED, map->site - 1, map->row);
  else if (map->site && !is_acquired(ck, row, map))
    report(ck, EVENT_MAP, row, site, NOT_ACQUIRED, map->site - 1, map->row);
  uint32_t group = ck->base + ck->engines[row].committed[STORES] + 1;
  map->readers[row] = (MapReader){(uint32_t)column, (uint32_t)clock, group, site};
}
