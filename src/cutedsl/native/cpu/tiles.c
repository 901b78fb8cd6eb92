/* Tiles that the bulk copy engine moves: a box of a tensor in global memory, and its image in shared memory.
 *
 * Rows of the box lie one after another in shared memory, in pieces of 16 bytes that the swizzle turns: bits 4 to 6 of
 * an address are combined with bits 7 and up, or with SWIZZLE_BY_32_BYTES bits 5 and 6 with bits 7 and 8. Elements outside of the tensor are zero in a load, and left alone by a
 * store, which writes the whole 16 bytes in which a row ends, as an H200 does. Source: CUDA Programming Guide, "Tensor
 * Memory Access". */
#include "runtime.h"

enum { PIECE_BYTES = 16, LINE_SHIFT = 7, PIECE_SHIFT = 4 };
/* Forms of a map, in its lowest bits. Of PIXELS and ROWS_OF_PIXELS, the box has channels and pixels, then a word for each
 * axis of the picture: how far its first and its last pixel lie from the tensor's, in 16 bits each. Above the form is the
 * step from one pixel to the next on each axis. */
enum { PADDED = 1, PIXELS = 2, ROWS_OF_PIXELS = 3, FORM_BITS = 8, STEP_BITS = 4 };
enum { CORNERS_AT = 2, MOST_AXES = 3, CORNER_BITS = 16 };
typedef struct {
  uint8_t bytes[PIECE_BYTES];
} Piece;
typedef enum { LOAD, STORE, REDUCE } Way;

/* Combines an element in shared memory with one in global memory, atomically: of the program, which knows the type. */
typedef void Update(const void *place, void *global);

typedef struct {
  const MapRequest *map;
  const int32_t *corner; /* of the box, on each axis */
  int64_t end;           /* the end of the tensor's last element in memory */
} Box;

/* Where a piece lies. */
typedef struct {
  uint64_t mask;
  int shift;
} Turn;

static inline Turn turn_of(const MapRequest *map) {
  if (map->swizzle == SWIZZLE_BY_32_BYTES) return (Turn){3, PIECE_SHIFT + 1};
  return (Turn){((uint64_t)1 << map->swizzle) - 1, PIECE_SHIFT};
}

static inline uint8_t *turned_by(Turn turn, uint64_t place) {
  return (uint8_t *)(place ^ (place >> LINE_SHIFT & turn.mask) << turn.shift);
}

static uint32_t rows_of(const MapRequest *map) { return map->box[1] * map->box[2] * map->box[3] * map->box[4]; }

static int64_t end_of(const MapRequest *map) {
  int64_t end = map->address + map->dims[0] * map->elem_bytes;
  for (int m = 1; m < MAP_RANK; m++) end += (map->dims[m] - 1) * map->strides[m - 1];
  return end;
}

/* Where a row's column 0 lies; whether the row is in the tensor. */
static bool find_row(const Box *box, uint32_t row, int64_t *at) {
  const MapRequest *map = box->map;
  bool inside = true;
  *at = map->address;
  for (int m = 1; m < MAP_RANK; m++) {
    int64_t index = (int32_t)(box->corner[m] + row % (uint32_t)map->box[m]);
    row /= (uint32_t)map->box[m];
    inside &= (uint64_t)index < (uint64_t)map->dims[m];
    *at += index * map->strides[m - 1];
  }
  return inside;
}

/* How many elements of a row a copy takes. A store writes the whole 16 bytes in which a row ends; past the tensor's last
 * element, which may be the last of its memory, it does not here. */
static int64_t columns_of(const Box *box, int64_t at, Way way) {
  const MapRequest *map = box->map;
  int64_t whole = (map->dims[0] * map->elem_bytes + PIECE_BYTES - 1) & -PIECE_BYTES;
  if (way == LOAD || at + whole > box->end) return map->dims[0];
  return (uint64_t)whole / (uint32_t)map->elem_bytes;
}

static inline void move_element(uint8_t *place, uint8_t *global, int64_t size, bool inside, Way way, Update *update) {
  if (way == LOAD && !inside) __builtin_memset(place, 0, size);
  if (!inside) return;
  if (way == LOAD) __builtin_memcpy(place, global, size);
  if (way == STORE) __builtin_memcpy(global, place, size);
  if (way == REDUCE) update(place, global);
}

/* Moves 16 bytes of a row, from element `first` on; elements below `columns` are inside, none with 0. */
static inline void move_piece(uint8_t *place, uint8_t *global, int64_t first, int64_t columns, int64_t size, Way way,
                              Update *update) {
  int64_t count = PIECE_BYTES / size;
  if (first >= 0 && first + count <= columns && way != REDUCE) {
    Piece *to = (Piece *)(way == LOAD ? place : global), *from = (Piece *)(way == LOAD ? global : place);
    *to = *from;
    return;
  }
  for (int64_t e = 0; e < count; e++)
    move_element(place + e * size, global + e * size, size, (uint64_t)(first + e) < (uint64_t)columns, way, update);
}

/* Elements narrower than a byte are bytes from here on, in `room`: extents, the box and its corner. */
static COLD const MapRequest *in_bytes(const MapRequest *map, int32_t *corner, MapRequest *room) {
  int32_t bits = map->memory_bits;
  *room = *map;
  room->dims[0] = map->dims[0] * bits / 8;
  room->box[0] = map->box[0] * bits / 8;
  corner[0] = (int32_t)((int64_t)corner[0] * bits / 8);
  return room;
}

/* Rows of groups of 16 elements, which take 8 or 12 bytes of global memory and 16 of shared memory. */
static COLD void move_padded(const MapRequest *map, uint8_t *smem, const int32_t *corner, Way way) {
  enum { ELEMENTS = 16 };
  Box box = {map, corner, 0};
  int32_t group = ELEMENTS * map->memory_bits / 8;
  uint64_t place = (uint64_t)smem;
  Turn turn = turn_of(map);
  for (uint32_t row = 0, rows = rows_of(map); row < rows; row++) {
    int64_t at;
    bool inside = find_row(&box, row, &at);
    for (int32_t k = 0; k < map->box[0]; k += group, place += PIECE_BYTES) {
      uint8_t *turned = turned_by(turn, place);
      bool there = inside && (uint64_t)(corner[0] + k) < (uint64_t)map->dims[0];
      uint8_t *global = (uint8_t *)(at + corner[0] + k);
      if (way == LOAD && there) __builtin_memcpy(turned, global, group);
      if (way == LOAD && !there) __builtin_memset(turned, 0, group);
      if (way == STORE && there) __builtin_memcpy(global, turned, group);
    }
  }
}

/* One function for all ways: it is compiled once a machine, and each program waits for that. */
static HOT void move_tile(const MapRequest *map, uint8_t *smem, const int32_t *corner, Way way, Update *update) {
  MapRequest room;
  int32_t first_byte[MAP_RANK];
  if (map->memory_bits) {
    __builtin_memcpy(first_byte, corner, sizeof first_byte);
    map = in_bytes(map, first_byte, &room);
    corner = first_byte;
    if (map->form == PADDED) {
      move_padded(map, smem, corner, way);
      return;
    }
  }
  Box box = {map, corner, end_of(map)};
  int64_t size = map->elem_bytes, count = (uint32_t)PIECE_BYTES / (uint32_t)map->elem_bytes;
  uint64_t place = (uint64_t)smem;
  Turn turn = turn_of(map);
  int32_t row_bytes = map->box[0] * map->elem_bytes;
  for (uint32_t row = 0, rows = rows_of(map); row < rows; row++) {
    int64_t at, first = corner[0];
    bool inside = find_row(&box, row, &at);
    int64_t columns = inside ? columns_of(&box, at, way) : 0;
    for (int32_t k = 0; k < row_bytes; k += PIECE_BYTES, place += PIECE_BYTES, first += count) {
      uint8_t *turned = turned_by(turn, place);
      move_piece(turned, (uint8_t *)(at + first * size), first, columns, size, way, update);
    }
  }
}

#define CORNER int32_t c0, int32_t c1, int32_t c2, int32_t c3, int32_t c4
void tile_load(const MapRequest *map, uint8_t *smem, CORNER) RUNTIME(tile_load);
void tile_store(const MapRequest *map, uint8_t *smem, CORNER) RUNTIME(tile_store);
void tile_reduce(const MapRequest *map, uint8_t *smem, CORNER, Update *update) RUNTIME(tile_reduce);

HOT void tile_load(const MapRequest *map, uint8_t *smem, CORNER) {
  int32_t corner[] = {c0, c1, c2, c3, c4};
  move_tile(map, smem, corner, LOAD, NULL);
}

HOT void tile_store(const MapRequest *map, uint8_t *smem, CORNER) {
  int32_t corner[] = {c0, c1, c2, c3, c4};
  move_tile(map, smem, corner, STORE, NULL);
}

HOT void tile_reduce(const MapRequest *map, uint8_t *smem, CORNER, Update *update) {
  int32_t corner[] = {c0, c1, c2, c3, c4};
  move_tile(map, smem, corner, REDUCE, update);
}

/* Combines so many contiguous bytes of shared memory with global memory, an element of `size` bytes after the other. */
void bulk_reduce(uint8_t *global, uint8_t *place, uint32_t bytes, int32_t size, Update *update) RUNTIME(bulk_reduce);
HOT void bulk_reduce(uint8_t *global, uint8_t *place, uint32_t bytes, int32_t size, Update *update) {
  for (uint32_t at = 0; at < bytes; at += size) update(place + at, global + at);
}

/* -- what the checker is told ------------------------------------------------------------------------------------- */
typedef void Span(void *check, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind, int64_t start,
                  int64_t bytes, int64_t rule);
#define WHO void *check, int32_t own, int64_t column, int64_t clock, int32_t site, int32_t kind
typedef struct {
  void *check;
  int64_t column, clock;
  int32_t own, site, kind;
  Span *span;
} Teller;

static void tell(const Teller *by, int64_t start, int64_t bytes, bool holds) {
  int32_t kind = by->kind | (holds ? (int32_t)ACCESS_CONSTANT : 0);
  by->span(by->check, by->own, by->column, by->clock, by->site, kind, start, bytes, NO_RULE);
}

static bool same_bytes(const uint8_t *a, const uint8_t *b, int64_t bytes) {
  for (int64_t k = 0; k < bytes; k++)
    if (a[k] != b[k]) return false;
  return true;
}

/* Tells of what a bulk store is about to write from `place` to `start`, in runs: bytes that memory holds already are
 * told like a constant, as another store may have written them before or after. */
static void tell_store(const Teller *by, int64_t start, uint64_t place, int64_t bytes, Turn turn) {
  int64_t from = 0;
  bool held = false;
  for (int64_t at = 0, count; at < bytes; at += count) {
    count = PIECE_BYTES - (int64_t)((place + at) & (PIECE_BYTES - 1));
    if (count > bytes - at) count = bytes - at;
    bool holds = same_bytes(turned_by(turn, place + at), (const uint8_t *)(start + at), count);
    if (at && holds != held) {
      tell(by, start + from, at - from, held);
      from = at;
    }
    held = holds;
  }
  tell(by, start + from, bytes - from, held);
}

/* A bulk store of contiguous bytes. */
void bulk_store_told(WHO, const uint8_t *global, const uint8_t *place, uint32_t bytes, Span *span)
    RUNTIME(bulk_store_told);
COLD void bulk_store_told(WHO, const uint8_t *global, const uint8_t *place, uint32_t bytes, Span *span) {
  Teller by = {check, column, clock, own, site, kind, span};
  if (bytes) tell_store(&by, (int64_t)global, (uint64_t)place, bytes, (Turn){0, 0});
}

/* The elements of a tile that the tensor has, row after row. */
void tile_told(WHO, const MapRequest *map, const uint8_t *smem, CORNER, Span *span) RUNTIME(tile_told);
COLD void tile_told(WHO, const MapRequest *map, const uint8_t *smem, CORNER, Span *span) {
  Teller by = {check, column, clock, own, site, kind, span};
  int32_t corner[] = {c0, c1, c2, c3, c4};
  MapRequest narrow;
  bool stores = kind & ACCESS_WRITE && !(kind & ACCESS_ATOMIC) && map->form != PADDED;
  if (map->memory_bits) map = in_bytes(map, corner, &narrow);
  Box box = {map, corner, 0};
  int64_t first = corner[0] < 0 ? 0 : corner[0], last = (int64_t)corner[0] + map->box[0];
  if (last > map->dims[0]) last = map->dims[0];
  if (last <= first) return;
  int64_t size = map->elem_bytes, bytes = (last - first) * size;
  uint64_t place = (uint64_t)smem + (first - corner[0]) * size;
  Turn turn = turn_of(map);
  for (uint32_t row = 0, rows = rows_of(map); row < rows; row++, place += map->box[0] * size) {
    int64_t at;
    if (!find_row(&box, row, &at)) continue;
    if (stores) tell_store(&by, at + first * size, place, bytes, turn);
    else tell(&by, at + first * size, bytes, false);
  }
}

/* -- pixels (im2col) ---------------------------------------------------------------------------------------------- */
/* Channels of one pixel after another: of a row of the box around the picture, then of the next, then of the next
 * picture. What is read lies `offsets` further on each axis. Of a row (im2col::w), the box is one row of each picture:
 * after it comes the next picture. Source: PTX ISA, "Im2col mode", "im2col::w and im2col::w::128 modes". */
enum { ANYWHERE, IN_A_ROW, IN_ROWS_OF_128 };
enum { ROW_PIXELS = 128, QUARTER_PIXELS = 32 };
typedef struct {
  MapRequest one; /* the map with a box of one pixel */
  int32_t pixels, axes, moving; /* the first axes are those that pixels move along, before the picture changes */
  int32_t at[MAP_RANK], from[MAP_RANK]; /* the pixel, and where its channels are read */
  int32_t offsets[MOST_AXES];
} Column;

static void begin_column(Column *column, const MapRequest *map, const int32_t *at, const int32_t *offsets, int32_t way) {
  bool row = way != ANYWHERE;
  column->one = *map;
  column->one.form = 0;
  for (int m = 1; m < MAP_RANK; m++) column->one.box[m] = 1;
  column->pixels = way == IN_ROWS_OF_128 ? ROW_PIXELS : map->box[1];
  column->axes = map->rank - 2;
  column->moving = row ? 1 : column->axes;
  __builtin_memcpy(column->at, at, sizeof column->at);
  __builtin_memcpy(column->from, at, sizeof column->from);
  for (int m = 0; m < MOST_AXES; m++) column->offsets[m] = !row && m < column->axes ? offsets[m] : 0;
  if (row) column->offsets[0] = offsets[1];
}

static void place_pixel(Column *column) {
  for (int m = 1; m < MAP_RANK; m++)
    column->from[m] = column->at[m] + (m <= column->axes ? column->offsets[m - 1] : 0);
}

static void next_pixel(Column *column, const MapRequest *map) {
  for (int m = 1; m <= column->moving; m++) {
    int32_t corners = map->box[CORNERS_AT + m - 1];
    int32_t step = map->form >> (FORM_BITS + STEP_BITS * (m - 1)) & ((1 << STEP_BITS) - 1);
    int32_t first = (int16_t)corners, last = (int32_t)map->dims[m] - 1 + (corners >> CORNER_BITS);
    column->at[m] += step;
    if (column->at[m] <= last) return;
    column->at[m] = first;
  }
  column->at[column->axes + 1]++;
}

/* Where the pixels of a copy go, at most two places each: the next ones of the row lie behind all of them. Of 128
 * pixels, those are the first after each 32, then the second after each 32. */
static int32_t places_of(int32_t number, int32_t pixels, int32_t way, int32_t further, int32_t *places) {
  int32_t count = 0;
  if (number < pixels) places[count++] = number;
  if (way == IN_A_ROW && number >= pixels) places[count++] = number;
  if (way != IN_ROWS_OF_128 || number < QUARTER_PIXELS) return count;
  int32_t quarter = number / QUARTER_PIXELS - 1, which = number % QUARTER_PIXELS;
  if (which < further) places[count++] = pixels + which * (ROW_PIXELS / QUARTER_PIXELS) + quarter;
  return count;
}

typedef void Pixel(const void *by, const MapRequest *one, uint8_t *place, const int32_t *from);

static HOT void each_pixel(const MapRequest *map, uint8_t *smem, const int32_t *corner, const int32_t *offsets,
                           int32_t way, Pixel *act, const void *by) {
  Column column;
  begin_column(&column, map, corner, offsets, way);
  int64_t bytes = (int64_t)map->box[0] * map->elem_bytes;
  int32_t further = way == ANYWHERE ? 0 : offsets[0];
  for (int32_t k = 0; k < column.pixels + further; k++, next_pixel(&column, map)) {
    int32_t places[2], count = places_of(k, column.pixels, way, further, places);
    place_pixel(&column);
    for (int32_t p = 0; p < count; p++) act(by, &column.one, smem + places[p] * bytes, column.from);
  }
}

static HOT void load_pixel(const void *by, const MapRequest *one, uint8_t *place, const int32_t *from) {
  (void)by;
  move_tile(one, place, from, LOAD, NULL);
}

static HOT void store_pixel(const void *by, const MapRequest *one, uint8_t *place, const int32_t *from) {
  (void)by;
  move_tile(one, place, from, STORE, NULL);
}

static COLD void tell_pixel(const void *by, const MapRequest *one, uint8_t *place, const int32_t *from) {
  const Teller *t = by;
  tile_told(t->check, t->own, t->column, t->clock, t->site, t->kind, one, place, from[0], from[1], from[2], from[3],
            from[4], t->span);
}

#define OFFSETS int32_t o0, int32_t o1, int32_t o2, int32_t way
void pixels_load(const MapRequest *map, uint8_t *smem, CORNER, OFFSETS) RUNTIME(pixels_load);
HOT void pixels_load(const MapRequest *map, uint8_t *smem, CORNER, OFFSETS) {
  int32_t corner[] = {c0, c1, c2, c3, c4}, offsets[] = {o0, o1, o2};
  each_pixel(map, smem, corner, offsets, way, load_pixel, NULL);
}

void pixels_store(const MapRequest *map, uint8_t *smem, CORNER, OFFSETS) RUNTIME(pixels_store);
HOT void pixels_store(const MapRequest *map, uint8_t *smem, CORNER, OFFSETS) {
  int32_t corner[] = {c0, c1, c2, c3, c4}, offsets[] = {o0, o1, o2};
  each_pixel(map, smem, corner, offsets, way, store_pixel, NULL);
}

/* The bytes that a load of pixels of a row counts. */
int32_t pixels_bytes(const MapRequest *map, int32_t further, int32_t way) RUNTIME(pixels_bytes);
HOT int32_t pixels_bytes(const MapRequest *map, int32_t further, int32_t way) {
  int32_t row = map->box[0] * map->elem_bytes;
  if (way == IN_ROWS_OF_128) return row * (ROW_PIXELS + further * (ROW_PIXELS / QUARTER_PIXELS));
  return row * (map->box[1] + further);
}

void pixels_told(WHO, const MapRequest *map, uint8_t *smem, CORNER, OFFSETS, Span *span) RUNTIME(pixels_told);
COLD void pixels_told(WHO, const MapRequest *map, uint8_t *smem, CORNER, OFFSETS, Span *span) {
  int32_t corner[] = {c0, c1, c2, c3, c4}, offsets[] = {o0, o1, o2};
  Teller by = {check, column, clock, own, site, kind, span};
  each_pixel(map, smem, corner, offsets, way, tell_pixel, &by);
}
