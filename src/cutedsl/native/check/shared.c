/* Shared memory: 16 words at a time against what each remembers.
 *
 * An access conflicts with an earlier one to the same bytes if one of them writes, not both are atomic, and the earlier
 * one's clock is not known to the row that accesses now, or another lane of the same warp made it, itself or by
 * `cp.async`, since the lanes met last. A mask is a vector whose elements have all bits or none. There is one function
 * for all sorts of accesses: it is compiled once a machine, and the first checked program waits for that. */
#include "looks.h"
#include "parts.h"
#include "pieces.h"
#include "tensor.h"

/* A piece is 16 bytes: what engines move at once. */
enum { PIECE = 4, CHUNK_WORDS = STEP_PIECES * PIECE };
typedef uint64_t Words __attribute__((vector_size(8 * CHUNK_WORDS), aligned(64)));
typedef uint64_t WordsAt __attribute__((vector_size(8 * CHUNK_WORDS), aligned(8))); /* as they lie in an array */
#define INLINE static inline __attribute__((always_inline))
typedef uint32_t Halves __attribute__((vector_size(4 * CHUNK_WORDS), aligned(4)));
#define IS(test) ((Words)(test))
#define SPLAT(number) ((uint64_t)(number) + (Words){0})
static const Words counting = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* Who accesses, and how. */
typedef struct {
  Check *ck;
  const uint32_t *known, *fenced; /* by the row */
  int32_t row, site, kind;
  int32_t what;        /* `Access` bits that decide what is checked; `kind` is what is told */
  uint64_t packed;     /* the epoch without lanes and bytes */
  uint64_t column;     /* who it is; the row, or an engine */
  uint64_t base;       /* the cluster's first clock */
  uint64_t floor;      /* up to this clock the row knows all that rows did */
  uint64_t engines;    /* the first column that is no row's, in its place */
  uint64_t meet;       /* the row's clock when its lanes met last */
  uint64_t copies;     /* the column of its `cp.async` copies */
  uint64_t met_copies; /* the clock of those that had ended then */
  uint64_t own_first;  /* where the shared memory of the row's block begins */
  uint64_t own_words;  /* and what it has; 0 where there are no clusters */
  int32_t tensor;      /* a `TensorAccess`; 0: not to tensor memory */
  bool takes;          /* of tensor memory: what is there is used, and must have been written */
  bool alike;          /* the accumulators are those of the multiply before */
} Who;

/* Where the words of one step lie: side by side, in four pieces of 16 bytes, or anywhere. */
typedef enum { NEIGHBOURS, PIECES, ANYWHERE } Spread;

typedef struct {
  Words mask, lane, bytes, now; /* `now`: epochs */
  Words at;                     /* numbers of words */
  Spread spread;
} Step;

/* peers.c */
void visit_peer(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, uint64_t word, uint32_t lanes)
    CHECK(visit_peer);

INLINE bool writes(const Who *who) { return (who->what & ACCESS_WRITE) != 0; }
INLINE bool of_engine(const Who *who) { return (who->what == ACCESS_BULK || who->kind & ACCESS_BULK) && !who->tensor; }
INLINE bool atomic(const Who *who) { return (who->what & ACCESS_ATOMIC) != 0; }

/* -- vectors ------------------------------------------------------------------------------------------------------ */
#ifdef __clang__
typedef bool Flags __attribute__((ext_vector_type(CHUNK_WORDS)));
#endif

INLINE uint32_t bits_of(Words mask) {
  uint32_t bits = 0;
#ifdef __clang__
  Flags flags = __builtin_convertvector(mask, Flags);
  __builtin_memcpy(&bits, &flags, sizeof flags);
#else /* GCC runs the tests */
  for (int k = 0; k < CHUNK_WORDS; k++) bits |= (uint32_t)(mask[k] != 0) << k;
#endif
  return bits;
}

INLINE bool none(Words mask) { return !bits_of(mask); }
INLINE Words choose(Words mask, Words a, Words b) { return (mask & a) | (~mask & b); }
INLINE Words field(Words epochs, int at, int bits) { return epochs >> at & FIELD(bits, 0); }

/* Words anywhere: with the machine's own instructions, where it has them. */
#ifdef __clang__
typedef uint64_t Numbers __attribute__((ext_vector_type(CHUNK_WORDS)));
typedef uint32_t Clocks __attribute__((ext_vector_type(CHUNK_WORDS)));

INLINE Words gather(const uint64_t *array, Words at, Words mask) {
  return (Words)__builtin_masked_gather(__builtin_convertvector(mask, Flags), (Numbers)at, array, (Numbers)(0));
}

INLINE void scatter(uint64_t *array, Words at, Words value, Words mask) {
  __builtin_masked_scatter(__builtin_convertvector(mask, Flags), (Numbers)at, (Numbers)value, array);
}

INLINE Words gather_clocks(const uint32_t *clocks, Words at, Words mask) {
  Clocks found = __builtin_masked_gather(__builtin_convertvector(mask, Flags), (Numbers)at, clocks, (Clocks)(0));
  return __builtin_convertvector(found, Words);
}
#else
static Words gather(const uint64_t *array, Words at, Words mask) {
  Words found = {0};
  for (int k = 0; k < CHUNK_WORDS; k++) found[k] = mask[k] ? array[at[k]] : 0;
  return found;
}

static void scatter(uint64_t *array, Words at, Words value, Words mask) {
  for (int k = 0; k < CHUNK_WORDS; k++)
    if (mask[k]) array[at[k]] = value[k];
}

static Words gather_clocks(const uint32_t *clocks, Words at, Words mask) {
  Words found = {0};
  for (int k = 0; k < CHUNK_WORDS; k++) found[k] = mask[k] ? clocks[at[k]] : 0;
  return found;
}
#endif

/* In registers from end to end: parts of a vector that went through memory would wait for each other there. */
typedef uint64_t Piece __attribute__((vector_size(8 * PIECE), aligned(8)));
#define PIECE_AT(array, at, k) (*(const Piece *)((array) + (at)[(k) * PIECE]))
#define BOTH(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)

INLINE Words load_pieces(const uint64_t *array, Words at) {
  return __builtin_shufflevector(BOTH(PIECE_AT(array, at, 0), PIECE_AT(array, at, 1)),
                                 BOTH(PIECE_AT(array, at, 2), PIECE_AT(array, at, 3)), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
                                 11, 12, 13, 14, 15);
}

INLINE void store_pieces(uint64_t *array, Words at, Words value) {
  *(Piece *)(array + at[0]) = __builtin_shufflevector(value, value, 0, 1, 2, 3);
  *(Piece *)(array + at[PIECE]) = __builtin_shufflevector(value, value, 4, 5, 6, 7);
  *(Piece *)(array + at[2 * PIECE]) = __builtin_shufflevector(value, value, 8, 9, 10, 11);
  *(Piece *)(array + at[3 * PIECE]) = __builtin_shufflevector(value, value, 12, 13, 14, 15);
}

/* Epochs of the words; 0 where the mask is off. Arrays are longer than shared memory by a step. */
INLINE Words load(const Step *step, const uint64_t *array) {
  if (step->spread == ANYWHERE) return gather(array, step->at, step->mask);
  if (step->spread == PIECES) return load_pieces(array, step->at) & step->mask;
  return *(const WordsAt *)(array + step->at[0]) & step->mask;
}

INLINE void store(const Step *step, uint64_t *array, const Words *value, const Words *mask) {
  if (step->spread == ANYWHERE) return scatter(array, step->at, *value, *mask);
  if (step->spread == PIECES) return store_pieces(array, step->at, choose(*mask, *value, load_pieces(array, step->at)));
  WordsAt *place = (WordsAt *)(array + step->at[0]);
  *place = choose(*mask, *value, *place);
}

/* -- earlier accesses --------------------------------------------------------------------------------------------- */
/* Which earlier accesses a row of clocks does not know; words of one access are looked up as one. */
static HOT Words later_than(const uint32_t *clocks, const Words *epochs, const Words *mask) {
  Words when = *epochs & EPOCH_FIELD, known;
  uint64_t first = when[0];
  if (none(IS(when != SPLAT(first)) & *mask)) return clock_in(first) > clocks[column_in(first)] ? ~(Words){0} : (Words){0};
  known = gather_clocks(clocks, when >> COLUMN_AT, *mask);
  return IS((when & CLOCK_FIELD) > known);
}

/* Which earlier accesses are of rows and no later than the row's floor: they come before the access now. */
INLINE Words settled(const Who *who, Words epochs) {
  return IS((epochs & CLOCK_FIELD) <= SPLAT(who->floor)) & IS((epochs & COLUMN_FIELD) < SPLAT(who->engines));
}

INLINE Words rest(const Step *step, Words fine) { return ~fine & step->mask; }

/* Whether other lanes of the row made accesses, itself or by copies, since its lanes met last. */
static inline Words beside(const Who *who, const Step *step, Words epochs, bool written) {
  Words clock = epochs & CLOCK_FIELD, column = field(epochs, COLUMN_AT, COLUMN_BITS);
  Words lane = field(epochs, LANE_AT, LANE_BITS), bytes = field(epochs, MASK_AT, MASK_BITS);
  Words differs = IS(lane != step->lane);
  if (!written) differs |= IS(lane == SPLAT(SEVERAL_LANES)); /* of several readers at least one is not the writer */
  Words others = differs & IS(lane < SPLAT(written ? SEVERAL_LANES : SOME_LANE));
  Words parts = IS(lane == SPLAT(PARTS_LANE)) & IS((bytes & ~step->bytes) == SPLAT(0));
  Words unmet = IS(column == SPLAT((uint32_t)who->row)) & IS(clock >= SPLAT(who->meet));
  unmet |= IS(column == SPLAT(who->copies)) & IS(clock > SPLAT(who->met_copies));
  return unmet & (others | parts) & IS(step->lane < SPLAT(SOME_LANE));
}

static bool part_ordered_here(const Who *who, uint64_t epoch, uint64_t lane) {
  return part_ordered(who->ck, who->row, epoch, lane);
}

/* Those of `wrong` that lanes ordered which released or waited alone. */
static Words excused(const Who *who, const Step *step, const Words *earlier, Words wrong) {
  Words kept = wrong;
  for (int k = 0; k < CHUNK_WORDS; k++)
    if (wrong[k] && part_ordered_here(who, (*earlier)[k], step->lane[k])) kept[k] = 0;
  return kept;
}

/* Whether the tensor core does an instruction after an earlier one that was issued before, though nothing waited for
 * that one. Source: PTX ISA, "Pipelined tcgen05 instructions"; copies may also come after multiplies that read what they
 * overwrite, as CUTLASS has it. One statement that copies again to columns that no multiply reads is let be: factors are
 * copied for 128 rows at a time. */
static bool in_pipeline(const Who *who, int32_t had, bool written, bool same_site) {
  switch (who->tensor) {
  case TENSOR_ACCESS_SUMS:
    return had == TENSOR_ACCESS_SUMS ? written && who->alike : true;
  case TENSOR_ACCESS_OPERAND:
    return had != TENSOR_ACCESS_SUMS;
  case TENSOR_ACCESS_COPY:
    return !written || (had != TENSOR_ACCESS_SUMS && (had != TENSOR_ACCESS_COPY || same_site));
  default:
    return had == TENSOR_ACCESS_SUMS;
  }
}

/* The tensor core's work for a row comes after that for another row up to a clock, and after all that this came after. */
static void comes_after(const Who *who, uint64_t other, uint32_t clock) {
  Check *ck = who->ck;
  uint32_t *own = ck->tensor_after + (uint64_t)who->row * ck->rows, *before = ck->tensor_after + other * ck->rows;
  own[other] = later(own[other], clock);
  for (uint32_t k = 0; k < ck->rows; k++) own[k] = later(own[k], before[k]);
}

static bool pipelined(const Who *who, uint64_t epoch, bool written) {
  const Check *ck = who->ck;
  uint64_t row = column_in(epoch) - ck->tensor_at;
  if (!who->tensor || who->tensor > TENSOR_ACCESS_SHIFT || row >= ck->rows) return false;
  uint64_t issued = (epoch & ~COLUMN_FIELD) | row << COLUMN_AT;
  bool known = row == (uint64_t)who->row || clock_in(epoch) <= who->known[row];
  if (!known && (ck->tensor_fenced || !part_ordered(ck, who->row, issued, SOME_LANE))) return false;
  uint64_t site = epoch >> SITE_AT;
  if (!in_pipeline(who, ck->tensor_kinds[site], written, site == (uint32_t)who->site)) return false;
  if (row != (uint64_t)who->row) comes_after(who, row, clock_in(epoch));
  return true;
}

/* Whether a multiply has read what is shifted or copied over now: it came after what wrote that. */
static bool read_between(const Who *who, uint64_t epoch) {
  bool moves = who->tensor == TENSOR_ACCESS_SHIFT || who->tensor == TENSOR_ACCESS_COPY;
  return moves && (epoch & CLOCK_FIELD) > who->base && pipelined(who, epoch, false);
}

/* Those of `wrong` in tensor memory that are in no order. What gives memory back asks for no fence after the meeting. */
static Words disordered(const Who *who, const Step *step, const Words *earlier, Words wrong, bool written) {
  const Check *ck = who->ck;
  const uint32_t *known = known_by(ck, who->row);
  bool plain = !ck->tensor_fenced || who->tensor == TENSOR_ACCESS_FREE;
  Words reads = load(step, ck->reads), more = load(step, ck->more_reads);
  for (int k = 0; k < CHUNK_WORDS; k++) {
    uint64_t epoch = (*earlier)[k];
    if (!wrong[k]) continue;
    bool fine = plain && (clock_in(epoch) <= known[column_in(epoch)] || part_ordered(ck, who->row, epoch, SOME_LANE));
    fine |= pipelined(who, epoch, written);
    if (fine || (written && (read_between(who, reads[k]) || read_between(who, more[k])))) wrong[k] = 0;
  }
  return wrong;
}

/* Which earlier accesses are known only by a release of other lanes of their warp, which had not met theirs. */
static Words released_by_others(const Who *who, const Step *step, const Words *earlier) {
  Words found = {0};
  for (int k = 0; k < CHUNK_WORDS; k++) {
    uint64_t epoch = (*earlier)[k];
    if (step->mask[k] && not_released(who->ck, epoch, who->known[column_in(epoch)])) found[k] = ~(uint64_t)0;
  }
  return found;
}

/* Which of the earlier accesses (`written`: writes) the access now is not ordered after. */
static HOT Words conflicts(const Who *who, const Step *step, const Words *earlier, bool written) {
  Words epochs = *earlier;
  Words lane = field(epochs, LANE_AT, LANE_BITS), common = field(epochs, MASK_AT, MASK_BITS) & step->bytes;
  Words wrong = later_than(who->known, earlier, &step->mask) | beside(who, step, epochs, written);
  if (who->ck->lone_releases && !who->tensor) wrong |= released_by_others(who, step, earlier);
  if (atomic(who)) wrong &= IS(lane != SPLAT(ATOMIC_LANE));
  if (written && who->kind & ACCESS_CONSTANT) wrong &= IS(epochs >> SITE_AT != SPLAT((uint32_t)who->site)); /* as
    `same_constant` */
  wrong &= IS(common != SPLAT(0)) & step->mask;
  if (none(wrong)) return wrong;
  return who->tensor ? disordered(who, step, earlier, wrong, written) : excused(who, step, earlier, wrong);
}

/* Which words lack bytes that are read: nobody wrote them in this cluster. */
INLINE Words unwritten(const Who *who, const Step *step, Words write) {
  Words lacks = ~field(write, WRITTEN_AT, MASK_BITS) & step->bytes;
  return (IS(lacks != SPLAT(0)) | IS((write & CLOCK_FIELD) <= SPLAT(who->base))) & step->mask;
}

/* Whether an mbarrier that a copy counts at was initialised, and its row made the fence for that. */
static bool init_fenced(const Who *who, uint64_t epoch) {
  return who->kind & ACCESS_MBARRIER && clock_in(epoch) <= who->ck->init_fences[column_in(epoch) % who->ck->rows];
}

/* Words whose write by a warp, or by its `cp.async` copies, the asynchronous engines may not see yet; columns from the
 * bulk stores' on see what they wrote. */
static HOT Words unfenced(const Who *who, const Step *step, const Words *write) {
  Words column = field(*write, COLUMN_AT, COLUMN_BITS);
  uint64_t bulk = (uint64_t)who->ck->rows * ENGINE_BULK_STORE;
  Words wrong = later_than(who->fenced, write, &step->mask) & IS(column < SPLAT(bulk)) & step->mask;
  for (int k = 0; k < CHUNK_WORDS && !none(wrong); k++)
    if (wrong[k] && (init_fenced(who, (*write)[k]) || part_fenced(who->ck, who->row, (*write)[k]))) wrong[k] = 0;
  return wrong;
}

/* -- telling ------------------------------------------------------------------------------------------------------ */
/* Hands the words that are at fault to the checker, unless it has heard enough of this place. */
static HOT void tell(const Who *who, const Step *step, const Words *bad) {
  Check *ck = who->ck;
  if (none(bad[0] | bad[1] | bad[2] | bad[3])) return;
  bool unwritten = !(who->kind & ACCESS_BULK && writes(who)) && !none(bad[1]);
  if (unwritten) ck->unsure = 1;
  bool alone = unwritten && none(bad[0] | bad[2] | bad[3]);
  if (ck->muted[who->site] & (alone ? MUTED_UNWRITTEN : MUTED_REST)) return;
  Words found[] = {step->at | step->lane << 32 | step->bytes << BYTES_SHIFT, load(step, ck->writes),
                   load(step, ck->reads), load(step, ck->more_reads)};
  for (int k = 0; k < 4; k++) ck->bits[k] = bits_of(bad[k]);
  __builtin_memcpy(ck->found, found, sizeof found);
  report(ck, EVENT_SHARED, who->row, who->site, who->kind, 0, 0);
}

/* -- remembering -------------------------------------------------------------------------------------------------- */
/* The epochs now; where the same column was there at the same clock, for its bytes and lanes too. Lanes of one place
 * are several; whose a word is that lanes have parts of is not told. */
static HOT Words merged(const Step *step, const Words *earlier) {
  Words epochs = *earlier;
  Words same = IS(((epochs ^ step->now) & EPOCH_FIELD) == SPLAT(0));
  Words lane = field(epochs, LANE_AT, LANE_BITS), told = IS(lane < SPLAT(SOME_LANE));
  Words common = IS((field(epochs, MASK_AT, MASK_BITS) & step->bytes) != SPLAT(0));
  Words alone = IS(lane == step->lane) | ~same | IS(step->lane == SPLAT(ATOMIC_LANE));
  Words known = IS(step->lane < SPLAT(SOME_LANE)) & (told | IS(lane == SPLAT(PARTS_LANE)));
  Words apart = choose(known, SPLAT(PARTS_LANE), SPLAT(SOME_LANE));
  Words lanes = choose(common & told, SPLAT(SEVERAL_LANES), apart);
  return choose(alone, step->now, (step->now & ~LANE_FIELD) | lanes << LANE_AT) | (same & epochs & BYTES_FIELD);
}

/* Words that more than one lane has just accessed say so: scattered lanes may have the same word. */
INLINE void say_several(const Step *step, uint64_t *array, const Words *mask) {
  Words found = load(step, array), lane = field(found, LANE_AT, LANE_BITS);
  Words both = IS(lane != step->lane) & IS(lane < SPLAT(SEVERAL_LANES)) & *mask;
  Words several = (found & ~LANE_FIELD) | (uint64_t)SEVERAL_LANES << LANE_AT;
  if (!none(both)) store(step, array, &several, &both);
}

INLINE void put(const Step *step, uint64_t *array, const Words *epochs, const Words *mask) {
  store(step, array, epochs, mask);
  if (step->spread == ANYWHERE) say_several(step, array, mask);
}

INLINE void remember_write(const Who *who, const Step *step, const Words *had, const Words *epochs) {
  Check *ck = who->ck;
  Words write = *had, nothing = {0};
  Words alive = IS((write & CLOCK_FIELD) > SPLAT(who->base));
  Words now = *epochs | (alive & write & WRITTEN_FIELD) | step->bytes << WRITTEN_AT;
  if (who->tensor == TENSOR_ACCESS_FREE) now &= ~WRITTEN_FIELD; /* who allocates these columns next finds nothing there */
  store(step, ck->writes, &now, &step->mask);
  store(step, ck->reads, &nothing, &step->mask);
  store(step, ck->more_reads, &nothing, &step->mask);
  if (step->spread == ANYWHERE) say_several(step, ck->writes, &step->mask);
}

/* An atomic says nothing of the order of accesses before it. Plain ones are kept for the atomics of others, and one
 * atomic of another row for plain reads: the row's own, which comes last, may hide it. */
static HOT void remember_atomic(const Who *who, const Step *step, const Words *had, const Words *epochs) {
  Check *ck = who->ck;
  Words reads = load(step, ck->reads), more = load(step, ck->more_reads), write = *had;
  Words plain = IS(field(write, LANE_AT, LANE_BITS) != SPLAT(ATOMIC_LANE)) & IS((write & CLOCK_FIELD) > SPLAT(who->base));
  Words free = settled(who, reads);
  Words others = IS(field(write, COLUMN_AT, COLUMN_BITS) != SPLAT(who->column)) & later_than(who->known, &write, &step->mask);
  reads = choose((plain | others) & free, write, reads);
  more = choose(plain & ~free, write, more);
  remember_write(who, step, had, epochs);
  store(step, ck->reads, &reads, &step->mask);
  store(step, ck->more_reads, &more, &step->mask);
}

/* Words in whose place of a read an atomic is kept; an ordered load has written no bytes. */
INLINE Words kept_atomics(Words reads) {
  return IS(field(reads, LANE_AT, LANE_BITS) == SPLAT(ATOMIC_LANE)) & IS((reads & WRITTEN_FIELD) != SPLAT(0));
}

/* -- observed atomics --------------------------------------------------------------------------------------------- */
/* The last write of a word that a row has seen, by an atomic or an ordered load whose value is used. What comes before
 * that write in the order of the word's atomics comes before the row's plain accesses: see global.c. */
typedef struct Observed {
  uint64_t after; /* the number of the word + 1 */
  uint64_t write;
} Observed;
enum { OBSERVED = 4 };

static inline Observed *observed_of(const Check *ck, int32_t row, uint64_t word) {
  return ck->observed + (uint64_t)(uint32_t)row * OBSERVED + word % OBSERVED;
}

/* An atomic or ordered load has the last write of these words: its own, if it writes. */
static HOT void observe(const Who *who, const Step *step, const Words *write) {
  Check *ck = who->ck;
  if (who->kind & (ACCESS_UNREAD | ACCESS_REPLACES)) return;
  if (!ck->observed) ck->observed = take_room(ck, ck->rows * OBSERVED * (int64_t)sizeof *ck->observed);
  for (int k = 0; k < CHUNK_WORDS; k++) {
    if (!step->mask[k]) continue;
    uint64_t seen = (writes(who) ? step->now[k] : (*write)[k]) & EPOCH_FIELD;
    *observed_of(ck, who->row, step->at[k]) = (Observed){step->at[k] + 1, seen};
  }
}

HOT void forget_observed(Check *ck, int32_t row, uint64_t word) {
  if (ck->observed) observed_of(ck, row, word)->after = 0;
}

/* Takes from `bad` the atomics that a plain access comes after, as its row has seen the last one. */
static HOT void excuse_seen(const Who *who, const Step *step, const Words *write, Words *bad) {
  const Check *ck = who->ck;
  Words reads = kept_atomics(load(step, ck->reads)), more = kept_atomics(load(step, ck->more_reads));
  for (int k = 0; k < CHUNK_WORDS; k++) {
    uint64_t last = (*write)[k];
    if (!step->mask[k] || lane_in(last) != ATOMIC_LANE) continue;
    const Observed *seen = observed_of(ck, who->row, step->at[k]);
    if (seen->after != step->at[k] + 1 || seen->write != (last & EPOCH_FIELD)) continue;
    bad[0][k] = 0;
    if (column_in(last) != (uint32_t)who->row && ck->narrow[last >> SITE_AT] & SITE_REPLACES) continue;
    if (reads[k]) bad[2][k] = 0;
    if (more[k]) bad[3][k] = 0;
  }
}

/* Whether the row's own atomic may hide another's, which a plain read asks for. */
INLINE bool hides_atomics(const Who *who, const Step *step, Words write) {
  Words hidden = kept_atomics(write) & step->mask;
  return !none(hidden) && !none(hidden & kept_atomics(load(step, who->ck->reads)));
}

/* Which words have been accessed alike already: by this column at this clock, the same bytes, by these lanes. */
INLINE Words repeats(const Step *step, Words epochs) {
  Words differs = epochs ^ step->now, lanes = IS((differs & LANE_FIELD) == SPLAT(0));
  Words plain = epochs & (uint64_t)(SEVERAL_LANES | ATOMIC_LANE) << LANE_AT;
  Words several = IS(plain == SPLAT((uint64_t)SEVERAL_LANES << LANE_AT));
  return IS((differs & (EPOCH_FIELD | BYTES_FIELD)) == SPLAT(0)) & (lanes | several);
}

/* A read whose place is free, or that is there already; whether it was one. */
INLINE bool quick_remember(const Who *who, const Step *step) {
  uint64_t *array = who->ck->reads;
  Words reads = load(step, array), free = settled(who, reads), same = repeats(step, reads);
  if (!none(rest(step, free | same))) return false;
  Words fresh = rest(step, same) & free;
  put(step, array, &step->now, &fresh);
  return true;
}

/* In the first place if its reader is this one or ordered before; else in the second. */
static HOT void remember_read(const Who *who, const Step *step) {
  Check *ck = who->ck;
  Words reads = load(step, ck->reads), fresh;
  Words ours = IS(field(reads, COLUMN_AT, COLUMN_BITS) == SPLAT(who->column));
  Words here = ours | ~later_than(who->known, &reads, &step->mask), mine = here & step->mask;
  Words now = merged(step, &reads);
  if (!none(mine)) put(step, ck->reads, &now, &mine);
  Words left = rest(step, here);
  if (none(left)) return;
  Words others = load(step, ck->more_reads);
  fresh = rest(step, repeats(step, others)) & left;
  now = merged(step, &others);
  if (!none(fresh)) put(step, ck->more_reads, &now, &fresh);
}

/* -- steps -------------------------------------------------------------------------------------------------------- */
/* Whether a plain write meets nothing but what is settled; then it is remembered. */
INLINE bool quick_write(const Who *who, const Step *step, const Words *write) {
  const Check *ck = who->ck;
  Words fine = settled(who, *write) & settled(who, load(step, ck->reads)) & settled(who, load(step, ck->more_reads));
  if (!none(rest(step, fine))) return false;
  remember_write(who, step, write, &step->now);
  return true;
}

/* Whether a plain read finds settled writes of all that it reads. */
INLINE bool quick_read(const Who *who, const Step *step, Words write) {
  Words fine = ~unwritten(who, step, write) & settled(who, write);
  return none(rest(step, fine));
}

/* Whether one access made the epochs of all words of a step. */
INLINE bool of_one_access(const Step *step, Words epochs) {
  uint64_t together = EPOCH_FIELD | ~FIELD(SITE_AT, 0);
  return none(rest(step, IS(((epochs ^ SPLAT(epochs[0])) & SPLAT(together)) == SPLAT(0))));
}

/* Whether the row knows an earlier access. */
INLINE bool known_before(const Who *who, uint64_t epoch) { return clock_in(epoch) <= who->known[column_in(epoch)]; }

/* Remembers a read whose words one other access read last; whether that was so. It does what `remember_read` would. */
INLINE bool remember_alike(const Who *who, const Step *step) {
  Words reads = load(step, who->ck->reads), others;
  uint64_t first = reads[0];
  if (!of_one_access(step, reads) || !((first ^ who->packed) & EPOCH_FIELD)) return false;
  if (column_in(first) == who->column || known_before(who, first)) {
    put(step, who->ck->reads, &step->now, &step->mask);
    return true;
  }
  others = load(step, who->ck->more_reads);
  if (!none(IS(((others ^ step->now) & EPOCH_FIELD) == SPLAT(0)) & step->mask)) return false;
  put(step, who->ck->more_reads, &step->now, &step->mask);
  return true;
}

/* Whether the engines see what an earlier access wrote. */
INLINE bool seen_by_engines(const Who *who, uint64_t epoch) {
  uint64_t column = column_in(epoch);
  return column >= (uint64_t)who->ck->rows * ENGINE_BULK_STORE || clock_in(epoch) <= who->fenced[column];
}

/* Whether an engine accesses words that one access wrote, which it comes after and sees. */
INLINE bool quick_engine(const Who *who, const Step *step, Words write) {
  const Check *ck = who->ck;
  uint64_t first = write[0];
  if (!step->mask[0] || step->lane[0] < SOME_LANE || !of_one_access(step, write)) return false;
  if (!known_before(who, first) || !seen_by_engines(who, first)) return false;
  if (writes(who)) {
    Words reads = load(step, ck->reads), more = load(step, ck->more_reads);
    if (!of_one_access(step, reads) || !of_one_access(step, more)) return false;
    if (!known_before(who, reads[0]) || !known_before(who, more[0]) || !((first ^ who->packed) & EPOCH_FIELD)) return false;
    remember_write(who, step, &write, &step->now);
    return true;
  }
  if (swizzle_of(ck, first >> SITE_AT) != swizzle_of(ck, (uint64_t)who->site)) return false;
  return none(unwritten(who, step, write)) && remember_alike(who, step);
}

/* Whether the words hold one value: it does not matter where each of them lies. */
static bool all_alike(const Who *who, const Step *step) {
  const uint32_t *memory = (const uint32_t *)who->ck->smem;
  uint32_t first = 0;
  bool any = false;
  for (int k = 0; k < CHUNK_WORDS; k++) {
    if (!step->mask[k]) continue;
    if (any && memory[step->at[k]] != first) return false;
    first = memory[step->at[k]];
    any = true;
  }
  return true;
}

/* What is read was written with the same swizzle. */
static HOT void check_swizzle(const Who *who, const Step *step, const Words *write) {
  Check *ck = who->ck;
  uint8_t own = swizzle_of(ck, (uint64_t)who->site);
  if (!own || ck->muted[who->site] & MUTED_REST) return;
  for (int k = 0; k < CHUNK_WORDS; k++) {
    uint64_t had = (*write)[k], site = had >> SITE_AT;
    uint8_t other = swizzle_of(ck, site);
    if (!step->mask[k] || clock_in(had) <= who->base || !other || other == own) continue;
    if (all_alike(who, step)) continue;
    report(ck, EVENT_SWIZZLE, who->row, who->site, own, (int64_t)(site | (uint64_t)other << 32), (int64_t)had);
    return;
  }
}

/* Whether one statement with the swizzle of this one wrote all words. */
INLINE bool of_one_swizzle(const Who *who, const Step *step, Words write) {
  const Check *ck = who->ck;
  uint64_t site = write[0] >> SITE_AT;
  return none(rest(step, IS(write >> SITE_AT == SPLAT(site)))) && swizzle_of(ck, site) == swizzle_of(ck, (uint64_t)who->site);
}

/* What is not settled. */
static HOT void check_step(const Who *who, const Step *step) {
  Check *ck = who->ck;
  Words write = load(step, ck->writes), bad[4] = {conflicts(who, step, &write, true)};
  bool takes = !writes(who) || (atomic(who) && !(who->kind & ACCESS_REPLACES));
  if (who->tensor ? who->takes : takes) bad[1] = unwritten(who, step, write);
  if (who->kind & ACCESS_BULK && writes(who)) bad[1] = unfenced(who, step, &write) & ~bad[0];
  if (writes(who)) {
    Words reads = load(step, ck->reads), more = load(step, ck->more_reads);
    bad[2] = conflicts(who, step, &reads, false);
    bad[3] = conflicts(who, step, &more, false);
  } else if (who->what & (ACCESS_BULK | ACCESS_MULTIPLY)) {
    bad[2] = bad[3] = unfenced(who, step, &write);
  } else if (hides_atomics(who, step, write)) {
    Words reads = load(step, ck->reads);
    bad[2] = conflicts(who, step, &reads, true) & kept_atomics(reads);
  }
  bool plain = who->what == ACCESS_READ || who->what == ACCESS_WRITE;
  if (plain && ck->observed && !who->tensor && !of_engine(who)) excuse_seen(who, step, &write, bad);
  if (atomic(who)) observe(who, step, &write);
  if (atomic(who) && writes(who) && who->kind & ACCESS_REPLACES) ck->narrow[who->site] |= SITE_REPLACES;
  tell(who, step, bad);
  if (!writes(who) && !who->tensor && !of_one_swizzle(who, step, write)) check_swizzle(who, step, &write);
  if (!writes(who)) return remember_read(who, step);
  Words now = merged(step, &write);
  if (atomic(who)) return remember_atomic(who, step, &write, &now);
  remember_write(who, step, &write, &now);
}

INLINE Who who_accesses(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind, int32_t what) {
  return (Who){
      .ck = ck,
      .known = known_by(ck, row),
      .fenced = row_of(ck, ck->fenced, row),
      .row = row,
      .site = site,
      .kind = kind,
      .what = what,
      .packed = (uint64_t)(uint32_t)site << SITE_AT | (uint64_t)column << COLUMN_AT | (uint64_t)clock,
      .column = column,
      .base = ck->base,
      .floor = ck->floors[row],
      .engines = (uint64_t)ck->rows << COLUMN_AT,
      .meet = ck->meets[row],
      .copies = (uint64_t)ck->rows + (uint32_t)row,
      .met_copies = ck->engines[row].met_copies,
      .own_words = ck->block_words,
      .own_first = ck->block_words ? (uint64_t)((uint32_t)row / ck->block_rows) * ck->block_words : 0,
  };
}

/* Words of other blocks. */
static HOT void visit_peers(const Who *who, const Step *step) {
  Words apart = IS(step->at - SPLAT(who->own_first) >= SPLAT(who->own_words)) & step->mask;
  if (none(apart)) return;
  int64_t column = who->kind & ACCESS_BULK ? -1 : (int64_t)who->column, clock = (int64_t)clock_in(who->packed);
  for (int k = 0; k < CHUNK_WORDS;) {
    uint64_t word = step->at[k], block = word / who->own_words;
    uint32_t lanes = 0;
    bool any = false;
    for (; k < CHUNK_WORDS && (!apart[k] || step->at[k] / who->own_words == block); k++) {
      if (!apart[k]) continue;
      any = true;
      lanes |= step->lane[k] < WARP_LANES ? 1u << step->lane[k] : ~0u;
    }
    if (any) visit_peer(who->ck, who->row, column, clock, who->site, word, lanes);
  }
}

/* Calls a function that is not inlined with copies of `who` and `step`: where an address leaves, all is kept in memory. */
#define APART(function, ...)                  \
  do {                                        \
    Who by = *who;                            \
    Step kept = step;                         \
    function(&by, &kept __VA_OPT__(, ) __VA_ARGS__); \
  } while (0)

/* Nearly all steps are settled: those stay in vector registers, and only the others are put into memory. */
INLINE void run_step(const Who *who, Step step) {
  if (none(step.mask)) return;
  if (who->own_words) APART(visit_peers);
  step.now = step.lane << LANE_AT | step.bytes << MASK_AT | who->packed;
  Words write = load(&step, who->ck->writes);
  if (who->what == ACCESS_WRITE && !(who->kind & ACCESS_BULK) && !who->takes && quick_write(who, &step, &write)) return;
  if (of_engine(who) && quick_engine(who, &step, write)) return;
  if (who->what == ACCESS_READ && quick_read(who, &step, write) && !hides_atomics(who, &step, write)) {
    if (who->ck->mixed && !of_one_swizzle(who, &step, write)) {
      Words had = write;
      APART(check_swizzle, &had);
    }
    if (!quick_remember(who, &step) && !remember_alike(who, &step)) APART(remember_read);
    return;
  }
  APART(check_step);
}

/* -- rows and lanes ----------------------------------------------------------------------------------------------- */
/* Shifts that are no shifts: words are of several lanes each, or of one that is not told. */
enum { MOST_SHIFT = 32, OF_SEVERAL = 63 };

INLINE Words lanes_in_row(const Who *who, Words inside, uint64_t lane, uint64_t shift) {
  if (atomic(who)) return SPLAT(ATOMIC_LANE);
  if (shift < MOST_SHIFT) return (SPLAT(lane) + inside) >> shift;
  return SPLAT(shift == OF_SEVERAL ? SEVERAL_LANES : SOME_LANE);
}

/* `count` neighbouring words from `first` on; bit i of `bits` says whether word i is accessed, for the first 64. Word
 * `i` belongs to lane `(lane + i) >> shift`. */
static HOT void check_row(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind,
                          uint64_t first, uint64_t count, uint64_t bits, uint64_t lane, uint64_t shift, int32_t what) {
  Who who = who_accesses(ck, row, column, clock, site, kind, what);
  ck->changes += what & ACCESS_WRITE;
  for (uint64_t done = 0; done < count; done += CHUNK_WORDS) {
    Words inside = SPLAT(done) + counting, at = SPLAT(first) + inside;
    Words on = IS((SPLAT(bits) >> (inside & 63) & 1) != SPLAT(0));
    Step step = {.at = at, .bytes = SPLAT(ALL_BYTES), .lane = lanes_in_row(&who, inside, lane, shift)};
    step.mask = IS(inside < SPLAT(count)) & IS(at < SPLAT(ck->smem_words)) & on;
    run_step(&who, step);
  }
}

HOT void engine_pieces(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind,
                       const uint64_t *words, int32_t count) {
  Who who = who_accesses(ck, row, column, clock, site, kind, ACCESS_BULK);
  Piece first = {0, 1, 2, 3}, begin = *(const Piece *)words;
  Piece there = (Piece)(first < (uint64_t)(uint32_t)count) & (Piece)(begin < (uint64_t)ck->smem_words);
  begin = (there & begin) | (~there & (uint64_t)ck->smem_words); /* what is outside lies behind the arrays' last word */
  Words at = __builtin_shufflevector(begin, begin, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3) + (counting & 3);
  Words inside = IS(at < SPLAT(ck->smem_words));
  Step step = {.spread = PIECES, .at = at, .bytes = SPLAT(ALL_BYTES), .lane = SPLAT(SOME_LANE), .mask = inside};
  run_step(&who, step);
}

/* `count` neighbouring words of tensor memory: lanes of a column, then of the next. */
HOT void tensor_words(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t tensor, bool takes,
                      bool alike, uint64_t first, uint64_t count) {
  bool writes = tensor != TENSOR_ACCESS_OPERAND && tensor != TENSOR_ACCESS_LOAD;
  int32_t what = writes ? ACCESS_WRITE : ACCESS_READ;
  Who who = who_accesses(ck, row, column, clock, site, what | ACCESS_TENSOR, what);
  who.known = row_of(ck, ck->tensor_known, row);
  who.own_words = 0;
  who.tensor = tensor;
  who.takes = takes;
  who.alike = alike;
  for (uint64_t done = 0; done < count; done += CHUNK_WORDS) {
    Words inside = SPLAT(done) + counting, at = SPLAT(first) + inside;
    Step step = {.at = at, .bytes = SPLAT(ALL_BYTES), .lane = SPLAT(SOME_LANE), .mask = IS(inside < SPLAT(count))};
    run_step(&who, step);
  }
}

/* `bytes` bytes at each lane's place (from the cluster's first byte on), for the lanes in `bits`. Narrow ones are looked
 * at once for each place in a word. */
static HOT void check_any(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind,
                          const uint32_t *places, uint32_t bits, int32_t bytes, int32_t what) {
  Who who = who_accesses(ck, row, column, clock, site, kind, what);
  ck->changes += what & ACCESS_WRITE;
  bool wide = bytes >= WORD_BYTES;
  int32_t steps = wide ? bytes / WORD_BYTES : WORD_BYTES, by = wide ? 1 : bytes;
  for (int half = 0; half < WARP_LANES / CHUNK_WORDS; half++) {
    uint32_t here = bits >> half * CHUNK_WORDS & 0xffff;
    if (!here) continue;
    Words place = __builtin_convertvector(*(const Halves *)(places + half * CHUNK_WORDS), Words);
    Words active = IS((SPLAT(here) >> counting & 1) != SPLAT(0)), index = place >> 2, offset = place & 3;
    Step step = {.spread = ANYWHERE, .lane = SPLAT(half * CHUNK_WORDS) + counting};
    if (atomic(&who)) step.lane = SPLAT(ATOMIC_LANE);
    for (int32_t s = 0; s < steps; s += by) {
      step.at = index + SPLAT(wide ? s : 0);
      step.bytes = SPLAT(wide ? ALL_BYTES : (((uint64_t)1 << bytes) - 1) << s & ALL_BYTES);
      step.mask = active & IS(step.at < SPLAT(ck->smem_words));
      if (!wide) step.mask &= IS(offset == SPLAT(s));
      run_step(&who, step);
    }
  }
}

#define WHO Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind
#define SORT(name, what)                                                                                          \
  void name##_row(WHO, int64_t first, int64_t count, int64_t bits, int64_t lane, int64_t shift)                   \
      __asm__("cute.check." #name ".row");                                                                        \
  void name##_row(WHO, int64_t first, int64_t count, int64_t bits, int64_t lane, int64_t shift) {                 \
    check_row(ck, row, column, clock, site, kind, first, count, bits, lane, shift, what);                         \
  }                                                                                                               \
  void name##_any(WHO, const uint32_t *places, uint32_t bits, int32_t bytes) __asm__("cute.check." #name ".any_at"); \
  void name##_any(WHO, const uint32_t *places, uint32_t bits, int32_t bytes) {                                    \
    check_any(ck, row, column, clock, site, kind, places, bits, bytes, what);                                     \
  }
SORT(read, ACCESS_READ)
SORT(write, ACCESS_WRITE)
SORT(atomic, ACCESS_WRITE | ACCESS_ATOMIC)
SORT(ordered, ACCESS_ATOMIC)
SORT(engine, ACCESS_BULK)
