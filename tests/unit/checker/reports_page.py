"""The section of docs/checking.md with one report of each class, from the planted bugs.

`python -m tests.unit.checker.reports_page` writes it anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from cutedsl.checker import checking
from cutedsl.checker.formats.text import diagnostic
from cutedsl.errors import render
from tests.docs.programs import ROOT
from tests.unit.checker.planted.case import MARK, Case
from tests.unit.checker.planted.suite import CASES

PAGE: Final = ROOT / "docs" / "checking.md"
BEGIN: Final = "<!-- reports: python -m tests.unit.checker.reports_page -->\n"
END: Final = "<!-- end of reports -->\n"

SHOWN: Final = (
    *("transposed_tile", "last_block_without_fence", "wait_in_half_the_threads", "consumer_does_not_wait"),
    *("operand_overwritten", "only_the_issuer_fences", "vectorised_tail", "padding_of_one_number"),
    *("halo_of_the_first_tile", "one_tile_too_many", "tail_in_a_branch_of_its_own", "sync_warp_in_a_branch"),
    *("bytes_of_a_greater_tile", "every_lane_releases", "prefetch_of_one_more_row"),
    *("leader_reads_peers_that_end", "epilogue_at_the_loaders_number"),
    *("more_than_there_are", "prefetches_the_wrong_tensor", "batch_of_a_great_tensor", "stored_without_the_swizzle"),
    *("sleeper_and_producer", "swizzle_that_is_not_there", "sums_not_awaited", "no_fence_after_the_commit"),
    *("multiply_without_a_barrier", "never_deallocated", "fixed_number_of_turns"),
)
"""One planted bug of each class."""


def section() -> str:
    """The section's text."""
    by_name = {case.name: case for case in CASES}
    return "\n".join(part(by_name[name]) for name in SHOWN)


def part(case: Case) -> str:
    """The story of one bug, and the report of it."""
    with checking() as report:
        case.run(True)
    text = render(diagnostic(report.findings[0])).replace(f"  {MARK}", "")
    return f"### {report.findings[0].kind}\n\n{case.story}\n\n```text\n{text}\n```\n"


def written(page: str) -> str:
    """The page with the section as it is now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{section()}\n{END}{after}"


if __name__ == "__main__":
    Path(PAGE).write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
