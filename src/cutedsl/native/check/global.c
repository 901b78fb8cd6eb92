/* Global memory: a record for each 128-byte line, words where lines need them.
 *
 * A line that one row reads at one clock, or one row writes, is told by its record alone. When more happens, each of
 * its words gets the epochs that words of shared memory have: its last write, and two reads. Blocks know nothing of
 * each other unless the checker says so.
 *
 * Whose a byte is, a record says by a rule for the line: byte `b` is of lane `(b + first) >> shift`. An access with
 * another rule than the earlier ones of its clock takes the second place; a third makes the line keep its words. */
#include "dependents.h"
#include "foreign.h"
#include "looks.h"
#include "parts.h"

enum { LINE_SHIFT = 7, PAGE_LINE_SHIFT = 9, LINE_WORDS = LINE_BYTES / WORD_BYTES };
_Static_assert(1 << LINE_SHIFT == LINE_BYTES && 1 << PAGE_LINE_SHIFT == PAGE_LINES, "shifts");
#define ALL_WORDS (~(uint32_t)0)
typedef enum { READS, WRITES = 2, SLOTS = 4 } Slots; /* two of reads, then two of writes */

typedef struct {
  uint64_t write, read, more; /* epochs; `more`: another read */
} Word;

/* The access under way. */
typedef struct {
  Check *ck;
  int32_t row, site, kind, what; /* `what`: the bits of `Access` that decide; `kind` is told */
  const uint32_t *known; /* by the row */
  uint64_t base;         /* the cluster's first clock */
  uint64_t epoch;        /* its own, without lane and bytes */
  uint64_t meet;         /* the row's clock when its lanes met last */
  uint32_t words;        /* which words of a line it may touch: those of lanes a power of two apart, else `ALL_WORDS` */
  uint64_t bytes;        /* and which of each 64 bytes */
} Now;

static inline bool writes(const Now *now) { return (now->what & ACCESS_WRITE) != 0; }
static inline bool atomic(const Now *now) { return (now->what & ACCESS_ATOMIC) != 0; }

/* -- memory of records -------------------------------------------------------------------------------------------- */
/* More are asked for when they run out. */
HOT void *take_room(Check *ck, int64_t bytes) {
  if (ck->room + bytes > ck->room_end) report(ck, EVENT_MEMORY, 0, 0, 0, bytes, 0);
  int64_t at = ck->room;
  ck->room += bytes;
  return (void *)at;
}

static HOT LineRecord *look_up(Check *ck, int64_t page) {
  uint64_t slot = (uint64_t)page * (uint64_t)HASH >> (64 - PAGE_SLOT_BITS);
  PageEntry *entry = &ck->pages[slot];
  for (; entry->page && entry->page != page; entry = &ck->pages[slot]) slot = (slot + 1) & (PAGE_SLOTS - 1);
  if (!entry->page) {
    entry->page = page;
    entry->records = take_room(ck, PAGE_BYTES);
  }
  ck->last_page = page;
  return ck->last_records = entry->records;
}

static inline LineRecord *record_at(Check *ck, uint64_t line) {
  int64_t page = (int64_t)(line >> PAGE_LINE_SHIFT);
  LineRecord *records = page == ck->last_page ? ck->last_records : look_up(ck, page);
  return &records[line & (PAGE_LINES - 1)];
}

/* -- lanes of a line ---------------------------------------------------------------------------------------------- */
/* The rule of a line that begins `past` bytes after the place that a span's rule counts from. */
static inline uint32_t rule_in_line(int64_t rule, int64_t past) {
  return (uint32_t)((uint64_t)rule >= FIRST_RULE ? (uint64_t)rule + ((uint64_t)past << RULE_SHIFT_BITS) : (uint64_t)rule);
}

/* The lane, or a number in its place, whose the bytes from `first` to `last` of a line are. */
static inline uint64_t lane_by(uint32_t rule, uint32_t first, uint32_t last) {
  if (rule == SEVERAL_RULE) return SEVERAL_LANES;
  if (rule < FIRST_RULE) return SOME_LANE;
  uint32_t shift = rule & ((1u << RULE_SHIFT_BITS) - 1);
  uint32_t from = (rule >> RULE_SHIFT_BITS) - (uint32_t)(FIRST_RULE >> RULE_SHIFT_BITS) - (LINE_BYTES - 1);
  uint32_t low = (first + from) >> shift, high = (last + from) >> shift;
  return low == high ? low : PARTS_LANE;
}

/* -- records of lines --------------------------------------------------------------------------------------------- */
static uint64_t told_by(const LineRecord *record, int slot, int word) {
  if (!(record->masks[slot] >> word & 1)) return 0;
  uint32_t first = word * WORD_BYTES;
  return record->epochs[slot] | lane_by(record->rules[slot], first, first + WORD_BYTES - 1) << LANE_AT;
}

/* Gives a line its words, which start with what the record says of them. */
static HOT Word *expand(Check *ck, LineRecord *record) {
  Word *words = take_room(ck, LINE_WORDS * sizeof *words);
  record->words = words;
  for (int k = 0; k < LINE_WORDS; k++) {
    uint64_t write = told_by(record, WRITES, k);
    words[k].write = write ? write : told_by(record, WRITES + 1, k);
    words[k].read = told_by(record, READS, k);
    words[k].more = told_by(record, READS + 1, k);
  }
  return words;
}

static inline void fill_slot(LineRecord *record, int slot, const Now *now, uint32_t words, uint32_t rule) {
  record->epochs[slot] = now->epoch | BYTES_FIELD;
  record->masks[slot] = words;
  record->rules[slot] = (uint16_t)rule;
}

/* The first access of a line, or more of the same row, clock and rule: the other slots are empty, so that there is
 * nothing to compare, unless two bulk stores of one group write the same words. Most lines are streamed through once. */
static inline bool put_first(LineRecord *record, const Now *now, uint32_t mask, uint32_t rule) {
  int slot = writes(now) ? WRITES : READS;
  uint32_t others = 0;
  for (int k = 0; k < SLOTS; k++) others |= k == slot ? 0 : record->masks[k];
  bool same = !((record->epochs[slot] ^ now->epoch) & EPOCH_FIELD) && record->rules[slot] == (uint16_t)rule;
  bool twice = writes(now) && now->kind & ACCESS_BULK && record->masks[slot] & mask;
  if (others || twice || (!same && record->masks[slot])) return false;
  fill_slot(record, slot, now, record->masks[slot] | mask, rule);
  return true;
}

/* Whether a bulk copy accesses what a warp wrote without a proxy fence since. */
static bool unfenced(const Now *now, uint64_t epoch) {
  uint64_t column = column_in(epoch);
  if (!(now->kind & ACCESS_BULK) || column >= now->ck->rows) return false;
  return now->known[now->ck->fences_at + column] < clock_in(epoch);
}

/* Whether an access of an earlier block comes before the one now, and shows to a bulk copy. */
static bool foreign_fine(const Now *now, uint64_t epoch, uint64_t lane, bool written) {
  if (!foreign_before(now->ck, now->row, lane, epoch, written)) return false;
  if (!written || !(now->kind & ACCESS_BULK) || column_in(epoch) >= now->ck->rows) return true;
  return foreign_fenced(now->ck, epoch);
}

/* Whether a slot is about other words, or about an access that surely comes before the one now. */
static bool apart_or_before(const LineRecord *record, int slot, const Now *now, uint32_t mask, uint32_t rule) {
  if (!(record->masks[slot] & mask)) return true;
  uint64_t clock = clock_in(record->epochs[slot]), column = column_in(record->epochs[slot]);
  uint64_t known = now->known[ends_by(now->ck, record->epochs[slot], slot >= WRITES)];
  bool handed = clock == known && clock == now->ck->releases[column].clock;
  if (clock <= now->base) return foreign_fine(now, record->epochs[slot], lane_by(rule, 0, LINE_BYTES - 1), slot >= WRITES);
  if (clock > known || handed) return false;
  if (slot >= WRITES && unfenced(now, record->epochs[slot])) return false;
  if (column != (uint32_t)now->row || clock < now->meet) return true;
  /* By the same row since its lanes met: fine where each byte is of the same lane, or lanes are not told. */
  uint32_t had = record->rules[slot];
  return (had == rule && rule >= FIRST_RULE) || had == NO_RULE || rule == NO_RULE;
}

static inline bool alike(const LineRecord *record, int slot, const Now *now, uint32_t rule) {
  return !((record->epochs[slot] ^ now->epoch) & EPOCH_FIELD) && record->rules[slot] == rule;
}

/* Whether an access may have a slot: a free one, or one of the same row, clock and rule. A write also one of no other
 * words; so does a read, as it would in each word: the first slot if that was the same row's, else the second; two
 * lanes of one clock are both kept. */
static bool usable(const LineRecord *record, int slot, const Now *now, uint32_t mask, uint32_t rule) {
  if (alike(record, slot, now, rule) || !record->masks[slot]) return true;
  if (record->masks[slot] & ~mask) return false;
  if (writes(now)) return true;
  uint64_t differs = record->epochs[slot] ^ now->epoch;
  return differs & EPOCH_FIELD && (slot != READS || !(differs & COLUMN_FIELD));
}

/* Puts the access into the record, if that can tell all: what the access meets is ordered before it, and it has room. */
static HOT bool put(LineRecord *record, const Now *now, uint32_t mask, uint32_t rule) {
  int own = writes(now) ? WRITES : READS;
  for (int k = writes(now) ? READS : WRITES; k < SLOTS; k++)
    if (!apart_or_before(record, k, now, mask, rule)) return false;
  bool first = usable(record, own, now, mask, rule), second = usable(record, own + 1, now, mask, rule);
  if (!first && !second) return false;
  int slot = alike(record, own + 1, now, rule) || !first ? own + 1 : own;
  uint32_t kept = alike(record, slot, now, rule) ? record->masks[slot] : 0;
  for (int k = 0; writes(now) && k < SLOTS; k++) record->masks[k] &= ~mask;
  fill_slot(record, slot, now, kept | mask, rule);
  return true;
}

/* -- words -------------------------------------------------------------------------------------------------------- */
/* Whether another lane of the row made an earlier access, since the lanes met last (as shared.c has it). */
static bool beside(const Now *now, uint64_t epoch, uint64_t mask, uint64_t lane, bool written) {
  uint64_t had = lane_in(epoch);
  if (column_in(epoch) != (uint32_t)now->row || clock_in(epoch) < now->meet || lane >= SOME_LANE) return false;
  bool differs = had != lane || (!written && had == SEVERAL_LANES); /* of several readers one is not the writer */
  bool other = had < (written ? SEVERAL_LANES : SOME_LANE) && differs;
  return other || (had == PARTS_LANE && !(bytes_in(epoch) & ~mask));
}

/* Whether one of two atomics is for its own block only, and the other is of another block. */
static bool too_narrow(const Now *now, uint64_t epoch) {
  const Check *ck = now->ck;
  if (!(now->kind & ACCESS_NARROW) && !(ck->narrow[epoch >> SITE_AT] & SITE_NARROW)) return false;
  return clock_in(epoch) <= now->base || column_in(epoch) / ck->block_rows != (uint32_t)now->row / ck->block_rows;
}

/* Whether it does not matter which of two writes comes last: a statement's constant, or bulk stores of one warp that
 * write what memory holds. */
static bool writes_alike(const Now *now, uint64_t epoch, bool written) {
  if (!(now->kind & ACCESS_BULK)) return same_constant(now->kind, now->site, epoch, written);
  bool same_stores = clock_in(epoch) > now->base && !((epoch ^ now->epoch) & COLUMN_FIELD);
  return written && now->kind & ACCESS_CONSTANT && same_stores;
}

/* -- observed atomics --------------------------------------------------------------------------------------------- */
/* Which atomics come before another atomic in the order of their word, and so before what follows that one: PTX calls
 * this "observation order". It says nothing of what the earlier atomic's thread did besides. The bits lie where shared
 * memory has the bytes that were ever written. */
#define KEPT FIELD(1, WRITTEN_AT)           /* of a read: a write that atomics came after */
#define OBSERVES FIELD(1, (WRITTEN_AT + 1)) /* of a write: something depends on the earlier value; of a read: on the last */
#define COMBINES FIELD(1, (WRITTEN_AT + 2)) /* of a write: its value depends on the earlier one */

static inline bool kept_write(uint64_t epoch) { return (epoch & KEPT) != 0; }
static inline bool by_atomic(uint64_t epoch) { return epoch && lane_in(epoch) == ATOMIC_LANE; }

/* Whether an atomic comes before the access now, without a question to the checker. */
static bool atomic_before(const Now *now, uint64_t epoch) {
  uint64_t clock = clock_in(epoch), known = now->known[column_in(epoch)];
  return clock > now->base && clock <= known && !not_released(now->ck, epoch, known);
}

/* Whether a load that saw the last write, an atomic, comes before the plain access now. */
static bool saw_last(const Now *now, uint64_t read) {
  return read & OBSERVES && !kept_write(read) && atomic_before(now, read);
}

/* Tells the checker of an earlier access of the word, unless it is known to come before the one now. */
static void ask_of(const Now *now, uint64_t epoch, uint64_t mask, uint64_t address, uint64_t lane, bool written) {
  Check *ck = now->ck;
  uint64_t common = epoch >> MASK_AT & mask, clock = clock_in(epoch);
  if (!epoch || !common || writes_alike(now, epoch, written)) return;
  if (atomic(now) && lane_in(epoch) == ATOMIC_LANE && !too_narrow(now, epoch)) return;
  uint64_t known = now->known[ends_by(ck, epoch, written)];
  bool ordered = clock >= (uint64_t)ck->ordered_from && clock < (uint64_t)ck->ordered_to;
  bool foreign = clock <= now->base && !ordered;
  bool fine = clock <= known && !beside(now, epoch, mask, lane, written) && !not_released(ck, epoch, known);
  int32_t kind = now->kind;
  if (foreign && foreign_fine(now, epoch, lane, written)) return;
  if (foreign && foreign_before(ck, now->row, lane, epoch, written)) kind |= ACCESS_UNFENCED;
  if (!foreign && (fine || part_ordered(ck, now->row, epoch, lane))) {
    if (!written || !unfenced(now, epoch)) return;
    kind |= ACCESS_UNFENCED;
  }
  int64_t at = (int64_t)(address + (__builtin_ctzll(common) & 3));
  report(ck, EVENT_GLOBAL, now->row, now->site, kind | (int32_t)lane << ACCESS_LANE_AT, at, (int64_t)epoch);
}

/* The access now, with the bytes and lanes that the same column accessed at the same clock. */
static uint64_t merged(uint64_t before, uint64_t now, uint64_t lane) {
  if ((before ^ now) & EPOCH_FIELD) return now | lane << LANE_AT;
  uint64_t had = before & BYTES_FIELD;
  return now | had | lanes_together(lane_in(before), lane, had & now) << LANE_AT;
}

/* An atomic says nothing of the order of accesses before it. Plain ones are kept for the atomics of others, and one
 * atomic of another row for plain reads: the row's own, which comes last, may hide it. */
static inline void keep_earlier(const Now *now, Word *word, const Word *had) {
  bool plain = had->write && lane_in(had->write) != ATOMIC_LANE;
  bool others = had->write && (clock_in(had->write) <= now->base || (had->write ^ now->epoch) & COLUMN_FIELD);
  uint64_t read = kept_write(had->read) ? had->read : had->read & ~OBSERVES;
  uint64_t more = kept_write(had->more) ? had->more : had->more & ~OBSERVES;
  word->read = read || !(plain || others) ? read : had->write | KEPT;
  word->more = read && plain ? had->write | KEPT : more;
}

/* Asks of the atomics that a plain access meets: not of those which an atomic before it observed. */
static HOT void ask_of_atomics(const Now *now, const Word *had, uint64_t mask, uint64_t address, uint64_t lane) {
  bool seen = saw_last(now, had->read) || saw_last(now, had->more);
  bool chain = (had->write & (OBSERVES | COMBINES) && seen) || (had->write & OBSERVES && atomic_before(now, had->write));
  uint64_t reads[] = {had->read, had->more};
  if (!seen) ask_of(now, had->write, mask, address, lane, true);
  for (int k = 0; k < 2; k++) {
    bool kept = kept_write(reads[k]);
    if ((writes(now) || kept) && !(chain && kept && by_atomic(reads[k]))) ask_of(now, reads[k], mask, address, lane, kept);
  }
}

/* One word of a line: compares, asks, and remembers; `mask` are its bytes. */
static HOT void access_word(const Now *now, Word *word, uint64_t mask, uint64_t address, uint64_t lane) {
  uint64_t epoch = now->epoch | mask << MASK_AT;
  Word had = *word;
  bool plain_after = !atomic(now) && by_atomic(had.write);
  if (plain_after)
    ask_of_atomics(now, &had, mask, address, lane);
  else
    ask_of(now, had.write, mask, address, lane, true);
  if (writes(now)) {
    if (!plain_after) ask_of(now, had.read, mask, address, lane, kept_write(had.read));
    if (!plain_after) ask_of(now, had.more, mask, address, lane, kept_write(had.more));
    *word = (Word){merged(had.write, epoch, lane), 0, 0};
    if (!atomic(now)) return;
    if (!(now->kind & ACCESS_REPLACES)) word->write |= OBSERVES;
    if (now->kind & ACCESS_COMBINES) word->write |= COMBINES;
    keep_earlier(now, word, &had);
    return;
  }
  if (!plain_after && kept_write(had.read)) ask_of(now, had.read, mask, address, lane, true);
  if (!plain_after && kept_write(had.more)) ask_of(now, had.more, mask, address, lane, true);
  if (atomic(now) && by_atomic(had.write) && !(now->kind & ACCESS_REPLACES)) epoch |= OBSERVES;
  bool first = !had.read || (!kept_write(had.read) && !((had.read ^ epoch) & COLUMN_FIELD));
  uint64_t before = first ? had.read : had.more;
  /* A plain read after an ordered load of the same row still knows what that one saw. */
  if (plain_after && !kept_write(before) && !((before ^ epoch) & COLUMN_FIELD)) epoch |= before & OBSERVES;
  *(first ? &word->read : &word->more) = merged(before, epoch, lane);
}

/* A row's load of a word that was recorded as one of the last value is shown an earlier one. */
HOT void saw_earlier(Check *ck, int32_t row, int64_t address) {
  uint64_t shared = ((uint64_t)address - (uint64_t)ck->smem) / WORD_BYTES;
  if (shared < (uint64_t)ck->smem_words) return forget_observed(ck, row, shared);
  LineRecord *record = record_at(ck, (uint64_t)address >> LINE_SHIFT);
  Word *words = record->words;
  if (!words) return;
  Word *word = &words[(uint64_t)address % LINE_BYTES / WORD_BYTES];
  for (int k = 0; k < 2; k++) {
    uint64_t *read = k ? &word->more : &word->read;
    if (!kept_write(*read) && column_in(*read) == (uint32_t)row) *read &= ~OBSERVES;
  }
}

/* Puts an access into a word that nobody wrote, if it is a read, or that nobody accessed; whether it did. */
static inline bool first_of_word(const Now *now, Word *word, uint64_t mask, uint64_t lane) {
  uint64_t epoch = now->epoch | mask << MASK_AT;
  if (word->write || atomic(now)) return false;
  if (writes(now)) {
    if (word->read || word->more) return false;
    word->write = epoch | lane << LANE_AT;
    return true;
  }
  uint64_t *read = !word->read || !((word->read ^ epoch) & COLUMN_FIELD) ? &word->read : &word->more;
  *read = merged(*read, epoch, lane);
  return true;
}

/* -- spans -------------------------------------------------------------------------------------------------------- */
/* A load that need not see what the launch wrote (`ld.global.nc`), whatever orders the two: tells of the first word of
 * a line that the launch wrote. Source: PTX ISA, "ld.global.nc". */
static HOT void check_incoherent(const Now *now, const LineRecord *record, uint64_t start, uint32_t touched, uint32_t rule) {
  for (const Word *words = record->words; touched; touched &= touched - 1) {
    int word = __builtin_ctz(touched);
    uint64_t write = words ? words[word].write : told_by(record, WRITES, word), at = (uint64_t)word * WORD_BYTES;
    if (!write && !words) write = told_by(record, WRITES + 1, word);
    if (!write) continue;
    uint64_t lane = lane_by(rule, (uint32_t)at, (uint32_t)at + WORD_BYTES - 1);
    int32_t told = now->kind | (int32_t)lane << ACCESS_LANE_AT;
    report(now->ck, EVENT_GLOBAL, now->row, now->site, told, (int64_t)(start + at), (int64_t)write);
    return;
  }
}

/* Bytes from `low` to `high` of the line at `start`; `rule` is of the line. */
static void access_line(const Now *now, LineRecord *record, uint64_t start, uint64_t low, uint64_t high, uint32_t rule) {
  uint64_t first = low / WORD_BYTES, end = (high + WORD_BYTES - 1) / WORD_BYTES;
  Word *words = record->words;
  uint32_t touched = (uint32_t)(((uint64_t)1 << end) - ((uint64_t)1 << first)) & now->words;
  if (others_run(now->ck, now->row)) {
    check_dependent(now->ck, now->row, now->site, now->kind, start >> LINE_SHIFT, touched);
  }
  if (now->kind & ACCESS_INCOHERENT) check_incoherent(now, record, start, touched, rule);
  /* A slot names the statement of its last access. Several statements have cells in a line: those go into words. */
  if (!words && !((low | high) % WORD_BYTES) && !atomic(now) && now->words == ALL_WORDS) {
    if (put_first(record, now, touched, rule) || put(record, now, touched, rule)) return;
  }
  if (!words) words = expand(now->ck, record);
  for (uint64_t k = first; k < end; k++) {
    if (!(touched >> k & 1)) continue;
    uint64_t at = k * WORD_BYTES, from = low > at ? low - at : 0, to = high - at < WORD_BYTES ? high - at : WORD_BYTES;
    uint64_t mask = ((uint64_t)1 << to) - ((uint64_t)1 << from);
    uint64_t lane = atomic(now) ? (uint64_t)ATOMIC_LANE : lane_by(rule, (uint32_t)(at + from), (uint32_t)(at + to - 1));
    if (!first_of_word(now, &words[k], mask, lane)) access_word(now, &words[k], mask, start + at, lane);
  }
}

/* Bits `low` to `high`, less than `high`, of one of the words of `Kept.written`; neither need lie in that word. */
static inline uint64_t bits_between(uint64_t low, uint64_t high, uint64_t first) {
  uint64_t from = low > first ? low - first : 0, to = high > first ? high - first : 0;
  uint64_t below = to < 64 ? ((uint64_t)1 << to) - 1 : ~(uint64_t)0;
  return from < 64 ? below & ~(uint64_t)0 << from : 0;
}

/* Keeps a line of whose bytes `low` to `high` those in `bytes` are about to be written, once for the clusters whose
 * writes may be taken back, and which bytes those are. Its record has just been looked up; the entries of the page's lines follow the
 * records. An entry may be spare, or of another line by now. */
static HOT void keep_line(Check *ck, uint64_t line, uint64_t low, uint64_t high, uint64_t bytes) {
  Kept **at = (Kept **)(ck->last_records + PAGE_LINES) + (line & (PAGE_LINES - 1)), *kept = *at;
  if (!kept || kept->line != (int64_t)line) {
    kept = ck->spare ? ck->spare : take_room(ck, sizeof *kept);
    if (ck->spare) ck->spare = kept->next;
    kept->next = ck->kept;
    kept->line = (int64_t)line;
    kept->written[0] = kept->written[1] = 0;
    __builtin_memcpy(kept->bytes, (const void *)(line << LINE_SHIFT), LINE_BYTES);
    ck->kept = *at = kept;
  }
  kept->written[0] |= bits_between(low, high, 0) & bytes;
  kept->written[1] |= bits_between(low, high, 64) & bytes;
}

HOT void begin_keeping(Check *ck, int64_t number) {
  if (!ck->keeps || ck->unsure) return;
  while (ck->kept) {
    Kept *kept = ck->kept;
    ck->kept = kept->next;
    kept->line = -1;
    kept->next = ck->spare;
    ck->spare = kept;
  }
  ck->kept_number = number;
}

/* An access by one row at a clock of a column. */
static inline Now accesses_now(Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind,
                               int32_t what) {
  uint64_t epoch = (uint64_t)column << COLUMN_AT | (uint64_t)clock | (uint64_t)(uint32_t)site << SITE_AT;
  if (kind & ACCESS_NARROW) ck->narrow[site] = SITE_NARROW;
  ck->changes += what & ACCESS_WRITE;
  return (Now){ck, row, site, kind, what, known_by(ck, row), ck->base, epoch, ck->meets[row], ALL_WORDS, ~(uint64_t)0};
}

/* Of `bytes` bytes from `address` on those in `now->bytes`; of the lanes `rule` tells (see `check_abi.lane_rule`). */
static HOT void access_span(const Now *now, int64_t address, int64_t bytes, int64_t rule) {
  Check *ck = now->ck;
  uint64_t end = (uint64_t)address + (uint64_t)bytes;
  for (uint64_t line = (uint64_t)address >> LINE_SHIFT;; line++) {
    uint64_t start = line << LINE_SHIFT, low = (uint64_t)address > start ? (uint64_t)address - start : 0;
    uint64_t high = end - start < LINE_BYTES ? end - start : LINE_BYTES;
    LineRecord *record = record_at(ck, line);
    if (ck->keeps && now->what & ACCESS_WRITE) keep_line(ck, line, low, high, now->bytes);
    access_line(now, record, start, low, high, rule_in_line(rule, (int64_t)(start - (uint64_t)address)));
    if (start + LINE_BYTES >= end) return;
  }
}

/* The rule of a span that begins with a lane's bytes. */
static inline int64_t own_rule(int32_t lane, int64_t shift) {
  return ((((int64_t)lane << shift) + LINE_BYTES - 1) << RULE_SHIFT_BITS) + FIRST_RULE + shift;
}

/* How far apart the addresses of a lane and the next are: a power of two, more than each accesses, and such that no
 * lane's bytes lie in two cells of that size; else 0. The record of a line has room for two lanes of their own. */
static inline uint64_t stride_of(const uint64_t *addresses, uint32_t bits, int32_t lane, uint64_t bytes) {
  if (lane + 1 >= WARP_LANES || !(bits >> (lane + 1) & 1)) return 0;
  uint64_t at = addresses[lane], stride = addresses[lane + 1] - at;
  bool cells = stride > bytes && stride <= LINE_BYTES / 4 && !(stride & (stride - 1));
  return cells && !((at | bytes) % WORD_BYTES) && (at & (stride - 1)) + bytes <= stride ? stride : 0;
}

/* How many lanes from one on keep a distance. */
static inline int32_t lanes_at_stride(const uint64_t *addresses, uint32_t bits, int32_t first, uint64_t stride) {
  int32_t lane = first;
  for (uint64_t at = addresses[lane]; lane < WARP_LANES && bits >> lane & 1 && addresses[lane] == at; at += stride) lane++;
  return lane - first;
}

/* Lanes whose bytes lie a power of two apart: one rule tells of them. */
static HOT void access_cells(const Now *now, uint64_t from, uint64_t stride, int32_t lane, int32_t count, uint64_t bytes) {
  Now cells = *now;
  cells.bytes = (((uint64_t)1 << bytes) - 1) << (from & (stride - 1));
  for (uint64_t step = stride; step < 64; step *= 2) cells.bytes |= cells.bytes << step;
  cells.words = 0;
  for (int32_t k = 0; k < LINE_WORDS; k++) cells.words |= (uint32_t)(cells.bytes >> k * WORD_BYTES % 64 & 1) << k;
  uint64_t all = (uint64_t)(count - 1) * stride + bytes;
  access_span(&cells, (int64_t)from, (int64_t)all, own_rule(lane, __builtin_ctzll(stride)));
}

/* `bytes` bytes at each lane's address, for the lanes in `bits`; lanes that follow each other as one span. Where it is
 * `told` whose bytes are, lanes of the same bytes are one span too, lanes a power of two apart another, and the rest
 * have spans of their own. */
static HOT void access_lanes(const Now *now, const uint64_t *addresses, uint32_t bits, int64_t bytes, bool told) {
  uint64_t from = 0, to = 0;
  int64_t rule = NO_RULE, shift = __builtin_ctzll(bytes);
  int32_t next = 0;
  bool open = !told || bytes & (bytes - 1); /* nothing says whose bytes are */
  for (uint32_t left = bits; left; left &= left - 1) {
    int32_t lane = __builtin_ctz(left);
    uint64_t at = addresses[lane], after = at + bytes, stride;
    if (at >= from && after <= to && (open || (at == from && after == to))) {
      rule = open ? NO_RULE : SEVERAL_RULE;
    } else if (at == to && (open || (lane == next && rule >= FIRST_RULE))) {
      to = after;
    } else {
      if (from != to) access_span(now, from, to - from, rule);
      stride = open || atomic(now) ? 0 : stride_of(addresses, bits, lane, bytes);
      int32_t cells = stride ? lanes_at_stride(addresses, left, lane, stride) : 0;
      if (cells > 2) {
        access_cells(now, at, stride, lane, cells, bytes);
        from = to = 0;
        left &= ~(uint32_t)0 << (lane + cells - 1); /* the last of them goes with this turn */
        continue;
      }
      from = at;
      to = after;
      rule = open ? NO_RULE : own_rule(lane, shift);
    }
    next = lane + 1;
  }
  if (from != to) access_span(now, from, to - from, rule);
}

#define WHO Check *ck, int32_t row, int64_t column, int64_t clock, int32_t site, int32_t kind
#define SORT(name, what)                                                                                          \
  void name##_span(WHO, int64_t address, int64_t bytes, int64_t rule) __asm__("cute.check." #name ".span");       \
  void name##_span(WHO, int64_t address, int64_t bytes, int64_t rule) {                                           \
    Now now = accesses_now(ck, row, column, clock, site, kind, what);                                             \
    access_span(&now, address, bytes, rule);                                                                      \
  }                                                                                                               \
  void name##_spans(WHO, const uint64_t *addresses, uint32_t bits, int64_t bytes, bool told)                      \
      __asm__("cute.check." #name ".spans_at");                                                                   \
  void name##_spans(WHO, const uint64_t *addresses, uint32_t bits, int64_t bytes, bool told) {                    \
    Now now = accesses_now(ck, row, column, clock, site, kind, what);                                             \
    access_lanes(&now, addresses, bits, bytes, told);                                                             \
  }
SORT(read, ACCESS_READ)
SORT(write, ACCESS_WRITE)
SORT(atomic, ACCESS_WRITE | ACCESS_ATOMIC)
SORT(ordered, ACCESS_ATOMIC)
