/* What checked machine code and the checker share: the checker's context, and the records that it points to. */
#pragma once

/* A barrier. Behind it: u32 now[stride], before[stride], fenced_now[stride], fenced_before[stride]. */
typedef struct BarrierRecord {
  int32_t tag; /* the phase */
  int32_t landed; /* the site of the last copy */
  int32_t expected; /* the site of the last bytes expected */
  uint32_t place; /* its place + 1 */
  int32_t sender; /* the row + 1 that last sent shared memory of its block to where the barrier counts */
  uint32_t sent; /* the clock of that */
  int32_t sent_site; /* its site */
  int32_t threads; /* how many threads a named barrier's phase waits for */
  int32_t committer; /* the row + 1 whose lanes last committed instructions of the tensor core to the mbarrier */
  uint32_t covered[WARP_LANES]; /* for each of those lanes the clock of its last commit to it */
} __attribute__((aligned(8))) BarrierRecord;

/* What the engines do for a row. */
typedef struct EngineRow {
  uint32_t committed[GROUP_ENGINES]; /* groups committed (COPY, BULK_STORE, MULTIPLY) */
  uint32_t open[GROUP_ENGINES]; /* whether something is in the open one */
  uint32_t handed; /* the clock of the last copies that a barrier's phase counts */
  uint32_t parts; /* groups of `cp.async` that an arrival at an mbarrier parted: it counts what came before */
  uint32_t last[GROUP_ENGINES]; /* the number of the last group with something in it */
  int32_t sites[GROUP_ENGINES]; /* the site of its last part */
  uint32_t fences; /* fences of registers for multiplies */
  /* the clock of the `cp.async` copies that had ended when the lanes met last: of later ones a lane knows its own */
  uint32_t met_copies;
  uint32_t parts_at[PARTED]; /* `parts` at the ends of the last groups, by their numbers */
} EngineRow;

/* The groups of `cp.async` copies or of bulk stores that lanes of a row committed, by the last digits of their numbers. */
typedef struct LaneGroups {
  uint32_t first_unread; /* the first group of which something may be read yet */
  uint32_t first_unended; /* the first one of which something is under way */
  uint32_t committers[RECENT_GROUPS]; /* lanes whose commit ended the group */
  uint32_t unread[RECENT_GROUPS]; /* lanes that started something of it and have not waited until it is read */
  uint32_t unended[RECENT_GROUPS]; /* nor until it has ended */
  uint32_t started[RECENT_GROUPS]; /* the row's clock when it last started something of it */
} LaneGroups;

/* Where a row stands. */
typedef struct Stop {
  int32_t site; /* the last site of the row + 1 */
  int32_t barrier; /* the number of the barrier that it waits for + 1 */
  int32_t phase; /* the phase that it waits for */
  int32_t ended; /* whether it has ended */
} Stop;

/* What came to a barrier. */
typedef struct LogEntry {
  int32_t row; /* who came */
  int32_t kind; /* an `Arrival` */
  int32_t barrier; /* the number of the barrier */
  int32_t phase; /* its phase */
  int32_t site; /* where */
  int32_t number; /* threads at a named barrier, else bytes */
  int32_t relaxed; /* of an arrival that releases nothing the row's clock then, else 0 */
  int32_t unused; /* nothing */
} LogEntry;

/* What a row's fences have to do. */
typedef struct FenceRow {
  uint32_t seen; /* for which scopes relaxed loads of the row saw releases, and `SEEN_OTHERS` */
  uint32_t stamps[SCOPES]; /* for each scope the stamp at its last fence */
  uint32_t fenced[SCOPES]; /* for each scope the row's clock then */
  uint32_t looked[SCOPES]; /* for each scope its clock when it saw a release last */
} FenceRow;

/* What a row handed on last. */
typedef struct Release {
  uint32_t clock; /* the clock of the row's last release or fence */
  int32_t lanes; /* the lanes that made it: of what the row did at that very clock, it hands on theirs alone */
} Release;

/* What lanes of a row have handed on to each other. */
typedef struct Handed {
  uint32_t known[WARP_LANES]; /* for each lane the clock of its row up to which it knows what `lanes` did */
  int32_t lanes; /* lanes that released something since the row's lanes met */
  uint32_t meet; /* the clock at which those met */
} Handed;

/* What releases at an address hand on. Behind it: u32 clocks[stride]. */
typedef struct Handoff {
  int64_t address; /* where it was released */
  uint32_t stamp; /* the stamp of the last release; 0: none */
  int32_t asked; /* the row that last took what earlier blocks released there, + 1 */
} Handoff;

/* What is known of groups of clusters that ran before: trees of native/check/foreign.c, null for nothing. */
typedef struct Knowledge {
  void *known; /* what is ordered before */
  void *fenced; /* up to where a proxy fence of global memory came after */
} Knowledge;

/* A row's last access to the shared memory of another block of its cluster. */
typedef struct Remote {
  uint32_t clock; /* when */
  int32_t site; /* where */
  uint32_t lanes; /* the lanes that have made one since their row's lanes met */
  int32_t unused; /* nothing */
} Remote;

/* An ordered store or atomic of a row. */
typedef struct RecentStore {
  int64_t address; /* where; 0: none */
  int64_t time; /* when, among all such accesses */
  int32_t site; /* its site */
  int32_t fenced; /* whether a fence of kind `sc` came after it */
  uint32_t stamp; /* `foreign_stamp` then */
  int32_t unused; /* nothing */
} RecentStore;

/* A store and a later load of another place, which a GPU may do the other way around. */
typedef struct StoreLoad {
  int64_t stored; /* where the row stored; 0: the entry is free */
  int64_t loaded; /* where it loaded later */
  int64_t time; /* when it loaded last */
  int64_t suspect; /* the time of a load that another row's store came after, unseen; 0: none */
  int32_t row; /* who */
  uint32_t cluster; /* the number of its group of clusters */
  uint32_t clock; /* the row's clock at the load */
  int32_t fenced; /* whether a fence of kind `sc` stands between */
  int32_t site; /* of the load */
  int32_t store_site; /* of the store */
  int32_t partner; /* the entry of the other row */
  int32_t unused; /* nothing */
} StoreLoad;

/* What a row does in tensor memory. */
typedef struct TensorRow {
  uint32_t issued[WARP_LANES]; /* for each lane the clock of its first instruction that had not ended at its next one */
  uint32_t latest[WARP_LANES]; /* for each lane the clock of its last instruction of the tensor core */
  uint32_t last; /* the clock of the last instruction of the tensor core */
  int32_t last_site; /* its site */
  int32_t last_lane; /* its lane */
} TensorRow;

/* The tensor memory of a block. */
typedef struct TensorBlock {
  uint32_t sums[2 * 512]; /* for each column, of lanes 0 and 16 on, which accumulators it was last a part of */
  int32_t holder; /* the row + 1 that allocated and has not given its permit up */
  uint32_t columns; /* how many columns it allocated last */
  uint32_t clock; /* the clock of that */
  int32_t site; /* its site */
  int32_t row; /* who did so */
  uint32_t gave; /* the clock at which it gave its permit up */
  int32_t giver; /* who did so */
  uint32_t after; /* blocks that gave theirs up before it allocated, as bits */
  uint32_t freed; /* slices that the other block of its pair has deallocated for both, as bits */
} TensorBlock;

/* The registers of a warp. */
typedef struct RegisterRow {
  uint32_t turns; /* how often it changed its registers */
  uint32_t count; /* how many it has for a thread since */
  int32_t site; /* where it did so last */
  uint32_t taken; /* the count of its first change, if that was an increase; else 0 */
} RegisterRow;

/* Accumulators of multiplies, or an element of A that they read from registers. */
typedef struct Held {
  uint32_t clock; /* the clock of the multiply that has them */
  uint32_t site; /* its site */
  uint32_t dirty; /* the number of the fence after the last ordinary write */
} Held;

/* What is remembered of a line of global memory. */
typedef struct LineRecord {
  uint64_t epochs[LINE_SLOTS]; /* two reads, then two writes */
  uint32_t masks[LINE_SLOTS]; /* the words that each is about */
  void *words; /* three epochs for each word of the line; null: the slots tell all */
  uint16_t rules[LINE_SLOTS]; /* whose bytes they are (`check_abi.lane_rule`) */
} LineRecord;

/* A line of global memory before this launch wrote it. */
typedef struct Kept {
  Kept *next; /* the one before it */
  int64_t line; /* the number of the line; -1: a spare entry */
  uint64_t written[2]; /* the bytes that were written since, a bit each; the others may belong to somebody else */
  int64_t bytes[16]; /* what it held */
} Kept;

/* A place of the table of pages. */
typedef struct PageEntry {
  int64_t page; /* its number; 0: none */
  LineRecord *records; /* of its lines */
} PageEntry;

/* The checker's context: `rt->user` in checked code. */
typedef struct Check {
  /* tells an `Event` */
  int32_t (*report)(Check *, int32_t event, int32_t row, int32_t site, int32_t access, int64_t, int64_t);
  uint8_t *smem; /* the shared memory of the cluster's first block */
  int64_t smem_words; /* words of shared memory of the cluster */
  uint64_t *writes; /* for each of them the epoch of its last write */
  uint64_t *reads; /* that of a read since */
  uint64_t *more_reads; /* that of another */
  uint32_t *known; /* u32[rows][stride]: the last clock of each column that a row knows */
  uint32_t *fenced; /* the same, as the asynchronous engines see it */
  /* u32[rows]: the clock up to which a row knows all that rows have done, itself before its clock now */
  uint32_t *floors;
  /* u32[rows]: the clock that a row had when its lanes met last: what its lanes did since is in no order */
  uint32_t *meets;
  /* barriers, each a `BarrierRecord`: the named ones of each block, the clusters' (from `cluster_barriers` on),
     mbarriers (from `first_mbarrier` on) */
  uint8_t *objects;
  uint16_t *barrier_ids; /* for each 8 bytes of shared memory the number of the mbarrier + 1, 0 for none */
  int64_t *bases; /* {i64 number of the cluster, i64 its first clock} */
  PageEntry *pages; /* records of global memory by page, PAGE_SLOTS places, open addressing */
  int64_t room; /* where zero bytes for records begin */
  int64_t room_end; /* where they end */
  int64_t last_page; /* the page that was looked up last */
  LineRecord *last_records; /* its records */
  EngineRow *engines; /* for each row */
  LaneGroups *lane_groups; /* LaneGroups[rows][LANE_ENGINES] */
  uint8_t *muted; /* u8 for each site: what is not reported any more, as `MUTED_...` */
  int64_t *counts; /* i64 for each site: accesses that were measured */
  void *tensors; /* i64[rows][tensor_words]: see `host_abi.TensorNote` */
  Stop *stops; /* for each row */
  LogEntry *log; /* what came to barriers last, LOG_ENTRIES of them */
  int64_t ordered_from; /* from which clock on earlier clusters are ordered before this one */
  int64_t ordered_to; /* up to which */
  int64_t sure_page; /* the last page of which the checker said that it is the program's */
  uint8_t *handoffs; /* `handoff_count` entries, each a `Handoff` */
  uint32_t *handoff_slots; /* u32[1 << handoff_bits]: the number of an entry + 1, by `address_hash` */
  /* 1 << FILTER_BITS lists of what earlier blocks released at addresses, by `address_hash` */
  struct Released **released;
  Knowledge *stamps; /* for each stamp from `stamp_at_begin` on what is known of earlier blocks */
  Knowledge *seen_before; /* for each row what its relaxed loads saw of earlier blocks */
  struct Gain *gains; /* who took what earlier blocks released, and has it until the others learn of that */
  uint32_t *seen; /* u32[SCOPES][rows][stride]: the clocks that relaxed loads of a row saw */
  uint32_t *fence_kept; /* u32[SCOPES][rows][stride]: those that it knew at its last fence */
  FenceRow *fence_words; /* for each row */
  Release *releases; /* for each column */
  Handed *handed; /* for each row */
  uint32_t *absent; /* u32[rows]: lanes that a row does not have, as bits */
  uint32_t *gained; /* u32[rows][stride]: the clocks that only some lanes know, as they alone waited */
  uint32_t *gainers; /* u32[rows]: those lanes, as bits, since the row's lanes met */
  uint32_t *gain_groups; /* u32[rows][GAIN_GROUPS][stride]: `gained` by the lanes that waited together */
  uint32_t *gain_lanes; /* u32[rows][GAIN_GROUPS]: those lanes, as bits; 0: the group is free */
  uint32_t *parts; /* u32[rows]: lanes that arrived at an mbarrier without the others, as bits */
  uint32_t *fencers; /* u32[rows]: lanes that made a proxy fence without the others, as bits */
  uint32_t *started; /* u32[rows]: `base` of the cluster of which a row has seen all blocks begin, as it met them */
  uint32_t *init_fences; /* u32[rows]: the clock of a row's last fence of mbarriers that it initialised */
  Remote *remotes; /* Remote[blocks][rows], for clusters */
  RecentStore *stores; /* RecentStore[rows][RECENT_STORES] */
  StoreLoad *store_loads; /* STORE_LOADS entries */
  uint8_t *pasts; /* stores that loops may be shown the values of: see native/check/looks.c */
  struct Looked *looked; /* up to where each row has seen them */
  struct Observed *observed; /* which last writes of words of shared memory rows have seen: see native/check/shared.c */
  int64_t past_count; /* how many stores the running blocks have made */
  int64_t times; /* how many accesses `store_loads` was told of */
  uint8_t *swizzles; /* u8 for each site: how many bits the swizzle of its shared memory turns, + 1; 0: not known */
  RegisterRow *registers; /* for each row */
  struct TensorMap *maps; /* tensor maps in global memory that the launch changes or copies by */
  int32_t *refusals; /* for each row: the site + 1 where it read that a request for a cluster was refused */
  PageEntry *before; /* `pages` of the launch before, where this one may begin before that has ended; else null */
  PageEntry **earlier; /* those of launches before it that may run even when it has ended */
  Kept *kept; /* lines as they were before this launch wrote them, newest first */
  Kept *spare; /* entries for more of them */
  int64_t kept_number; /* the number of the cluster that ran when the first of them was kept */
  uint8_t *narrow; /* u8 for each site: bits of `SiteKind` */
  uint32_t *finals; /* u32[blocks][stride]: what rows of a block knew when they ended */
  uint8_t *doubts; /* u8 for each site: looks at an mbarrier that were told to be too early */
  int64_t words; /* words of the cluster: of shared memory, then those of tensor memory */
  int64_t tensor_first; /* the first word of tensor memory; that of a block has 128 of each column */
  /* u32[rows][stride]: what instructions on tensor memory know: `known`, unless fences of tcgen05 hand it on */
  uint32_t *tensor_known;
  TensorRow *tensor_rows; /* for each row */
  uint32_t *tensor_after; /* u32[rows][rows]: up to which clock of another row's tensor core a row's own comes after it */
  uint8_t *tensor_kinds; /* u8 for each site: a `TensorAccess` */
  Remote *tensor_remotes; /* Remote[blocks][rows]: of tensor cores */
  TensorBlock *tensor_blocks; /* for each block */
  uint64_t *tensor_told; /* TOLD matrices that were told of last */
  uint32_t clock; /* the last clock */
  uint32_t tensor_at; /* the first column of what is done in tensor memory; 0: the kernel has none */
  int32_t tensor_fenced; /* whether fences of tcgen05 hand on what is known of tensor memory */
  uint32_t stamp_at_begin; /* `foreign_stamp` when the cluster began */
  uint32_t grid_at; /* the column that says whether the launch before was waited for */
  int32_t lets_dependents; /* whether a launch that depends on this one was let begin */
  int32_t earlier_count; /* entries of `earlier` */
  int32_t waited; /* whether a warp waited for the launch before */
  int32_t keeps; /* whether lines are kept before they are written */
  int32_t unsure; /* whether shared memory was read that nothing had written */
  uint32_t cluster_rows; /* rows of a cluster */
  int32_t scoped; /* whether an order was for less than all threads */
  int32_t lone_releases; /* whether a release was by some lanes of a row alone */
  uint32_t block_words; /* words of shared memory of a block of a cluster; 0: there are no clusters */
  uint32_t parts_at; /* the first column that says up to when `parts` released */
  uint32_t fences_at; /* the first column up to whose clocks proxy fences of global memory came */
  uint32_t stored_at; /* the first column up to whose clocks bulk stores have written */
  int32_t mixed; /* whether warps use shared memory with more than one swizzle */
  uint32_t base; /* the first clock of the cluster */
  uint32_t rows; /* how many rows there are */
  uint32_t stride; /* columns of a row */
  uint32_t block_rows; /* rows of a block */
  uint32_t barriers; /* mbarriers that have a number */
  uint32_t clusters; /* entries of `bases` */
  uint32_t alive; /* agents that have not ended */
  uint32_t seed; /* of the scheduler; 0: the warps' order */
  int32_t traced; /* whether what happens is told */
  int32_t measured; /* whether the first accesses and branches of each site are told */
  int32_t tensor_words; /* of a row in `tensors` */
  uint32_t log_count; /* entries of the cluster in `log` */
  uint32_t cluster_barriers; /* the number of the first cluster's barrier */
  uint32_t first_mbarrier; /* the number of the first mbarrier */
  uint32_t handoff_count; /* entries of `handoffs` */
  uint32_t handoff_bits; /* half as many entries have room as there are places */
  uint32_t foreign_stamp; /* counts the changes of what is known of other blocks */
  uint32_t fences; /* fences that the running blocks made */
  uint32_t stamps_room; /* how many places `stamps` has */
  uint32_t gain_count; /* entries of `gains`; one more than there is room for where there were more */
  uint32_t tree_levels; /* levels of a tree over all groups of clusters */
  int32_t accessing; /* the lanes of the access under way, in kernels that hand on */
  uint32_t agents; /* those whose ends are told: the rows, or all threads where lanes run apart */
  int32_t lane_shift; /* so many neighbouring threads, as a power of two, are a row where lanes run apart */
  uint32_t live; /* columns in use: those of the rows, and all from the first thing that an engine does */
  uint32_t bits[4]; /* of a finding in shared memory: words whose write, missing write, and reads are at fault */
  uint64_t found[4 * CHECK_CHUNK]; /* places, writes, reads, more reads of that */
  /* before a misaligned access is told, the address of each lane; before the error of an access out of bounds, the
     address that its offset counts from, and the row */
  int64_t lanes[WARP_LANES];
  uint64_t held[WARP_LANES]; /* before an ordered store, what memory holds for each lane */
  uint32_t shown_value; /* what a load in a loop is shown */
  int32_t shown; /* whether it is shown that, and not what memory holds */
  int64_t held_bytes; /* how many bytes of it; 0: nothing was noted */
  int64_t changes; /* writes to memory, and arrivals: what may end another warp's wait */
} Check;
