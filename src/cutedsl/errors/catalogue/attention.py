"""Errors of `ops.attention`."""

from __future__ import annotations

from cutedsl.errors.catalogue.entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        name="attention-heads",
        base=ValueError,
        title="Head counts of queries and keys do not match",
        why="Each head of keys and values serves the same number of heads of queries, one at least.",
        fix="Give `k` and `v` a number of heads that divides that of `q`.",
        wrong="q = np.zeros((1, 32, 6, 64), np.float16); k = np.zeros((1, 32, 4, 64), np.float16)",
        right="q = np.zeros((1, 32, 8, 64), np.float16); k = np.zeros((1, 32, 4, 64), np.float16)",
    ),
    Entry(
        name="attention-head-size",
        base=ValueError,
        title="Unsupported head size",
        why="Tiles fill the registers and shared memory of a multiprocessor, up to 256 elements of a head. The copy "
        "engine moves 16 bytes at least, which are 8 elements.",
        fix="Pad the heads with zeros to a multiple of 8 and pass the scale of the true size; split larger heads.",
        wrong="ops.attention(q, k, v)   # (1, 32, 4, 264)",
        right="ops.attention(q, k, v)   # (1, 32, 4, 256)",
    ),
    Entry(
        name="attention-lengths",
        base=ValueError,
        title="Lengths of packed sequences do not add up",
        why="Sequence i lies at the rows starts[i] to starts[i + 1]: starts begin at 0, never decrease, and end at the "
        "number of rows; queries and keys have as many sequences.",
        fix="Pass 0 and the running sums of the lengths.",
        wrong="starts = np.array([0, 30, 20], np.int32)   # of 50 rows",
        right="starts = np.array([0, 30, 50], np.int32)",
    ),
    Entry(
        name="attention-layout",
        base=ValueError,
        title="Heads are not aligned for the copy engine",
        why="Heads are copied in whole 16-byte pieces: the elements of a head lie side by side, and heads, rows and "
        "sequences begin at multiples of 16 bytes.",
        fix="Pass a contiguous copy of the array.",
        wrong="ops.attention(q[..., ::2], k, v)",
        right="ops.attention(q[..., ::2].contiguous(), k, v)",
    ),
    Entry(
        name="attention-window",
        base=ValueError,
        title="A sliding window must be a pair of key counts",
        why="A query at place i sees the keys i - left to i + right; None for a side means that it has no end.",
        fix="Give both sides as counts of keys, or None.",
        wrong="ops.attention(q, k, v, window=(-1, 0))",
        right="ops.attention(q, k, v, window=(None, 0))",
    ),
    Entry(
        name="attention-block-mask",
        base=ValueError,
        title="Block mask does not fit the call",
        why="A block mask says for each block of queries which blocks of keys it sees. It is made for one number of "
        "queries and keys, and takes the place of other masks; whole tiles of the kernel fill its blocks.",
        fix="Make it by `create_block_mask` with the lengths of the call and blocks of 128, and put causality and "
        "windows into its mask function.",
        wrong="ops.attention(q, k, v, causal=True, block_mask=mask)",
        right="mask = ops.create_block_mask(lambda b, h, q_idx, kv_idx: q_idx >= kv_idx, None, None, 256, 256)\n"
        "ops.attention(q, k, v, block_mask=mask)",
    ),
    Entry(
        name="attention-scale",
        base=ValueError,
        title="An attention scale that is zero or not finite",
        why="The largest score of a row is found before it is scaled, so the scale is positive and finite.",
        fix="Pass a positive scale; negate `q` for a negative one.",
        wrong="ops.attention(q, k, v, scale=-0.125)",
        right="ops.attention(-q, k, v, scale=0.125)",
    ),
    Entry(
        name="attention-cache",
        base=ValueError,
        title="Lengths or pages outside the cache",
        why="Key j of sequence b is read from page `page_table[b, j // page size]` of the cache, or from its row j "
        "where there are no pages; `lengths[b]` tells how many keys there are. A kernel on a GPU reads these numbers "
        "itself, so nothing can refuse them there; on the CPU they are looked at before it runs.",
        fix="Keep lengths within the cache, and the pages that they reach within the number of pages.",
        wrong="ops.attention_decode(q, k, v, np.array([300], np.int32))   # k (1, 256, 8, 128)",
        right="ops.attention_decode(q, k, v, np.array([256], np.int32))",
    ),
)
