"""Cold compile of the Hopper GEMMs, each in a fresh process without any cache; stages in milliseconds.

Timed from the call of `cute.compile` to loaded code, the compiler's own imports and CUDA's context made before.
Run `CUTEDSL_CACHE=0 python -m benchmarks.gpu.gemm_compile`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

import torch

from benchmarks.record import write_result

EXAMPLES = ("7_bulk_store", "8_ping_pong")


def one(name: str) -> None:
    """Compiles one example and prints its stages."""
    import cutedsl.cute as cute
    import cutedsl.driver.call.build
    import cutedsl.driver.compile.translate  # noqa: F401
    from benchmarks.gpu.gemm_cases import example_gemm

    a, b, out = (torch.zeros(4096, 4096, device="cuda", dtype=torch.bfloat16) for _ in range(3))
    torch.cuda.synchronize()
    gemm = example_gemm(name)
    given = [cute.runtime.from_dlpack(x, assumed_align=16) for x in (a, b, out)]
    start, used = time.perf_counter(), time.process_time()
    compiled = cute.compile(gemm, *given, 132)
    total, cpu = time.perf_counter() - start, time.process_time() - used
    stages = {stage: round(1e3 * s, 1) for stage, s in compiled.artifacts.times.seconds.items()}
    row = {"gemm": name, "compile_ms": round(1e3 * total, 1), "cpu_ms": round(1e3 * cpu, 1), "stages_ms": stages}
    print(json.dumps(row), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        one(sys.argv[1])
    else:
        rows: list[dict[str, object]] = []
        for name in (*EXAMPLES, *EXAMPLES, *EXAMPLES):
            command = [sys.executable, "-m", "benchmarks.gpu.gemm_compile", name]
            alone = {**os.environ, "CUDA_CACHE_DISABLE": "1"}
            done = subprocess.run(command, check=True, env=alone, timeout=60, stdout=subprocess.PIPE, text=True)
            print(done.stdout, end="", flush=True)
            rows.append(json.loads(done.stdout))
        write_result("gpu_gemm_compile", rows, device=torch.cuda.get_device_name(), torch=torch.__version__)
