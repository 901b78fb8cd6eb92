"""In which order tiles of queries are dealt out to blocks."""

from __future__ import annotations

from collections import Counter

from cutedsl.ops.attention_forward.places import place
from cutedsl.ops.attention_forward.tiles import tiles_of

BLOCKS, HEADS, BATCHES, SECTION = 132, 32, 4, 25


def test_tiles_that_queries_do_not_fill_take_the_place_of_filled_ones() -> None:
    """4096 queries are 21 tiles of three warp groups, and a tile of one."""
    tiles = tiles_of((64, 64), True, False, False, packed=False, lengths=(4096, 4096))
    assert tiles is not None and tiles.tile_m == 192
    pairs, filled = HEADS * BATCHES, 4096 // tiles.tile_m
    numbers = filled + 1, filled, HEADS, 1, SECTION, pairs
    dealt = [place(tile, numbers, tiles) for tile in range(pairs * (filled + 1))]
    assert set(dealt) == {(m, h, b) for m in range(filled + 1) for h in range(HEADS) for b in range(BATCHES)}
    of_block: Counter[int] = Counter()
    for start in range(0, len(dealt), BLOCKS):
        turn = start // BLOCKS % 2
        for at, (m, _, _) in enumerate(dealt[start : start + BLOCKS]):
            of_block[BLOCKS - 1 - at if turn else at] += 3 if m < filled else 1
    assert max(of_block.values()) == 3 * 21


def test_a_sequence_of_no_filled_tile_is_dealt_out_by_sections() -> None:
    tiles = tiles_of((64, 64), True, False, False, packed=False, lengths=(100, 100))
    assert tiles is not None
    assert [place(tile, (1, 1, 2, 1, 2, 6), tiles) for tile in range(6)] == [
        (0, head, batch) for batch in range(3) for head in range(2)
    ]
