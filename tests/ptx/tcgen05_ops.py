"""IR of tensor memory's ops for the GPU back end, with the instruction that each must become."""

from __future__ import annotations

from collections.abc import Iterator

from tests.ptx.every_op import kernel

BAR, WORD = "!cute.ptr<i64, smem>", "!cute.ptr<i32, smem>"
HEAD = f"""  %bar = cute.smem_alloc 0, 8, 8 : {BAR}
  %word = cute.smem_alloc 8, 4, 4 : {WORD}
  %t = cute.ptr.load %word : {WORD} -> i32
  %l = cute.ptr.load %bar : {BAR} -> i64
  %n = arith.constant 64 : i32
  %m = cute.thread_idx 0
  %yes = arith.cmpi eq, %m, %n : i32
"""
Case = tuple[str, str]
"""An op, and the instruction that stands in the PTX."""


COLLECTORS = ("fill", "use", "lastuse", "discard")
"""What an instruction does with a buffer of A or B."""


def _kernels(cases: list[Case], prefix: str) -> Iterator[tuple[str, str]]:
    for number, (op, instruction) in enumerate(cases):
        yield kernel(f"{prefix}_{number}", HEAD + "  " + op), instruction


def _mma(kind: str, group: int, marks: str = "", extras: str = "", types: str = "", a: str = "l") -> str:
    left = "%l" if a == "l" else "%t"
    return (
        f'cute.tcgen05.mma "{kind}" %t, {left}, %l, %n, %yes ({extras}) {{group = {group} : i32{marks}}} : '
        f"{'i64' if a == 'l' else 'i32'} ({types})"
    )


def management(group: int) -> Iterator[tuple[str, str]]:
    """Allocation, completion, order and copies, of one block or a pair."""
    mark, tail = f"{{group = {group} : i32}}", f"cta_group::{group}"
    one = "mbarrier::arrive::one.shared::cluster"
    cases = [
        (f"cute.tcgen05.alloc %word, %n {mark} : {WORD}", f"tcgen05.alloc.{tail}.sync.aligned.shared::cta.b32 ["),
        (f"cute.tcgen05.dealloc %t, %n {mark}", f"tcgen05.dealloc.{tail}.sync.aligned.b32 %r"),
        (f"cute.tcgen05.relinquish {mark}", f"tcgen05.relinquish_alloc_permit.{tail}.sync.aligned;"),
        (f"cute.tcgen05.commit %bar {mark} : {BAR}", f"tcgen05.commit.{tail}.{one}.b64 ["),
        (f"cute.tcgen05.commit %bar mask %n {mark} : {BAR}", f"tcgen05.commit.{tail}.{one}.multicast::cluster.b64 ["),
        (f"cute.tcgen05.shift %t {mark}", f"tcgen05.shift.{tail}.down ["),
        *((f'cute.tcgen05.wait "{kind}"', f"tcgen05.wait::{kind}.sync.aligned;") for kind in ("ld", "st")),
        *((f'cute.tcgen05.fence "{kind}"', f"tcgen05.fence::{kind}_thread_sync;") for kind in ("before", "after")),
    ]
    for shape in ("128x256b", "4x256b", "128x128b", "64x128b.warpx2::02_13", "64x128b.warpx2::01_23", "32x128b.warpx4"):
        cases.append((f'cute.tcgen05.cp "{shape}" %t, %l {mark}', f"tcgen05.cp.{tail}.{shape} ["))
        for unpacks in ("b8x16.b6x16_p32", "b8x16.b4x16_p64"):
            unpacked = f'cute.tcgen05.cp "{shape}" %t, %l {{group = {group} : i32, unpacks = "{unpacks}"}}'
            cases.append((unpacked, f"tcgen05.cp.{tail}.{shape}.{unpacks} ["))
    return _kernels(cases, f"management{group}")


def moves() -> Iterator[tuple[str, str]]:
    """Loads and stores of every shape and repetition, packed too."""
    cases: list[Case] = []
    for shape, registers in (("32x32b", 1), ("16x64b", 1), ("16x128b", 2), ("16x256b", 4), ("16x32bx2", 1)):
        half = ", offset = 4 : i32" if shape == "16x32bx2" else ""
        repeat = 1
        while repeat * registers <= 128:
            for mark, pack in (("", ""), (", packed", ".pack::16b")):
                kind = f"vector<{repeat * registers}xi32>"
                marks = f"{{{f'{half}{mark}'.removeprefix(', ')}}} " if half or mark else ""
                size = f"{shape}.x{repeat}{pack}.b32"
                load = f'%v = cute.tcgen05.ld "{shape}" {repeat} %t {marks}: {kind}\n'
                store = f'  cute.tcgen05.st "{shape}" {repeat} %t, %v {marks}: {kind}'
                cases.append((load + store, f"tcgen05.ld.sync.aligned.{size} {{"))
                cases.append((load + store, f"tcgen05.st.sync.aligned.{size.replace('pack', 'unpack')} ["))
            repeat *= 2
    return _kernels(cases, "moves")


def reduced() -> Iterator[tuple[str, str]]:
    """Loads that combine the columns of a lane."""
    cases: list[Case] = []
    for repeat in (4, 8, 16, 32, 64, 128):
        load = f'%v = cute.tcgen05.ld "32x32b" {repeat} %t {{reduce = "min.f32"}} : vector<{repeat + 1}xi32>'
        cases.append((load, f"tcgen05.ld.red.sync.aligned.32x32b.x{repeat}.min.f32 {{"))
    for what in ("max.f32", "min.abs.f32", "max.NaN.f32", "min.abs.NaN.f32", "max.u32", "min.s32"):
        for shape, half in (("32x32b", ""), ("16x32bx2", "offset = 2 : i32, ")):
            load = f'%v = cute.tcgen05.ld "{shape}" 2 %t {{{half}reduce = "{what}"}} : vector<3xi32>'
            cases.append((load, f"tcgen05.ld.red.sync.aligned.{shape}.x2.{what} {{"))
    return _kernels(cases, "reduced")


def multiplies(group: int, kinds: tuple[str, ...] = ("f16", "tf32", "f8f6f4")) -> Iterator[tuple[str, str]]:
    """Multiplies without scale factors: A from both memories, masks, sparsity, collectors."""
    cases: list[Case] = []
    for kind in kinds:
        name, words = f"{{0}}.cta_group::{group}.kind::{kind}", 4 * group
        lanes = ", ".join(["%n"] * words), ", ".join(["i32"] * words)
        dense, sparse = name.format("tcgen05.mma"), name.format("tcgen05.mma.sp")
        cases += [
            (_mma(kind, group), f"{dense} ["),
            (_mma(kind, group, a="t"), f"{dense} ["),
            (_mma(kind, group, ', extra = "lanes"', *lanes), f"{dense} ["),
            (_mma(kind, group, ', extra = "metadata"', "%t", "i32"), f"{sparse} ["),
            (_mma(kind, group, ', extra = "metadata"', "%t", "i32", a="t"), f"{sparse} ["),
            (_mma(kind, group, ', extra = "lanes,metadata"', f"{lanes[0]}, %t", f"{lanes[1]}, i32"), f"{sparse} ["),
            *(
                (_mma(kind, group, f', collector = "a::{what}"', a=a), f"{dense}.collector::a::{what} [")
                for what, a in zip(COLLECTORS, "ltlt", strict=True)
            ),
            (_mma(kind, group, ", shifted", a="t"), f"{dense}.ashift ["),
            (
                _mma(kind, group, ', collector = "a::lastuse", shifted', a="t"),
                f"{dense}.ashift.collector::a::lastuse [",
            ),
        ]
        if kind in ("f16", "tf32"):
            cases.append((_mma(kind, group, ", scale_d = 3 : i32"), f"{dense} ["))
            cases.append((_mma(kind, group, ', extra = "lanes", scale_d = 15 : i32', *lanes), f"{dense} ["))
        if group == 1:
            stationary = name.format("tcgen05.mma.ws")
            cases += [
                (_mma(kind, 1, ", stationary"), f"{stationary} ["),
                *(
                    (_mma(kind, 1, f', stationary, collector = "{what}"', a="t"), f"{stationary}.collector::{what} [")
                    for what in (f"b{number}::{use}" for number in range(4) for use in COLLECTORS)
                ),
                (
                    _mma(kind, 1, ', stationary, extra = "metadata"', "%t", "i32", a="t"),
                    f"{name.format('tcgen05.mma.ws.sp')} [",
                ),
                (_mma(kind, 1, ', stationary, extra = "zero_columns"', "%l", "i64"), f"{stationary} ["),
                (
                    _mma(kind, 1, ', stationary, extra = "metadata,zero_columns"', "%t, %l", "i32, i64"),
                    f"{name.format('tcgen05.mma.ws.sp')} [",
                ),
            ]
    return _kernels(cases, f"multiplies{group}")


def scaled(group: int) -> Iterator[tuple[str, str]]:
    """Multiplies with scale factors, by either name of their block's size."""
    cases: list[Case] = []
    for kind, vectors in (
        ("mxf8f6f4", ("", "1X", "block32")),
        ("mxf4", ("", "2X", "block32")),
        ("mxf4nvf4", ("2X", "4X", "block32", "block16")),
    ):
        for vector in vectors:
            mark = f', scale_vector = "{vector}"' if vector else ""
            name = f"tcgen05.mma.cta_group::{group}.kind::{kind}.block_scale"
            size = "" if not vector else f".{vector}" if vector[0] == "b" else f".scale_vec::{vector}"
            for a in ("l", "t"):
                op = _mma(kind, group, f', extra = "scales"{mark}', "%t, %t", "i32, i32", a)
                cases.append((op, f"{name}{size} ["))
                op = _mma(kind, group, f', extra = "scales,metadata"{mark}', "%t, %t, %t", "i32, i32, i32", a)
                cases.append((op, f"{name.replace('mma', 'mma.sp', 1)}{size} ["))
        for what in COLLECTORS:
            mark = f', extra = "scales", scale_vector = "{vector}", collector = "a::{what}"'
            cases.append((_mma(kind, group, mark, "%t, %t", "i32, i32"), f"{name}{size}.collector::a::{what} ["))
    return _kernels(cases, f"scaled{group}")
