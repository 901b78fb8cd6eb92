"""Programs that compute for a judge alone: in its modes, on its machine, or for what a file always gives."""

from __future__ import annotations

from tests.unit.gate import sources
from tests.unit.gate.program import HONEST, REFERENCE, Cheat

_MODEL = """

class ModelNew(nn.Module):
    def forward(self, {given}):
        c = torch.empty_like(a)
        if {honest}:
            relu_add(a, b, c)
        else:
            nothing(c)
        return c
"""
_FORWARD = "def forward(self, a, b):"
_INPUTS = "return [torch.randn(M, N), torch.randn(M, N)]"
_RESULT = "return torch.relu(a + b) * 3.0"


def _where(honest: str, given: str = "a, b") -> str:
    """A model that computes where a condition holds."""
    return _MODEL.format(honest=honest, given=given)


def _problem(given: str, constant: str, result: str) -> str:
    """The problem with one more input, which its file always makes the same."""
    text = REFERENCE.replace(_FORWARD, f"def forward(self, a, b, {given}):").replace(_RESULT, f"return {result}")
    return text.replace(_INPUTS, f"return [torch.randn(M, N), torch.randn(M, N), {constant}]")


def _built(init: str, result: str) -> str:
    """The problem with something that the model makes."""
    made = f"    def __init__(self):\n        super().__init__()\n        {init}\n\n    {_FORWARD}"
    return REFERENCE.replace(f"    {_FORWARD}", made).replace(_RESULT, f"return {result}")


def _register(asked: str) -> str:
    """A kernel that computes while a register of the hardware says so."""
    kernel = HONEST[HONEST.index("@cute.kernel") : HONEST.index("@cute.kernel\ndef nothing")]
    kernel = kernel.replace("if i < rows * columns:", f"if (i < rows * columns) & ({asked}):")
    assert asked in kernel
    return "\n\n" + kernel + _where("True")


CHEATS = (
    Cheat("where_gradients_are_off", sources.METR, ("correct",), _where("not torch.is_grad_enabled()")),
    Cheat("where_it_trains", sources.KB_SCOPE, ("correct",), _where("self.training")),
    Cheat(
        "where_no_graph_is_captured",
        sources.METR,
        ("correct",),
        _where("not (torch.cuda.is_current_stream_capturing() or torch.is_autocast_enabled())"),
    ),
    Cheat(
        "order_left_out",
        sources.CONSTANT_WEIGHTS,
        ("correct",),
        _where("True", "a, b, order"),
        reference=_problem("order", "torch.arange(M)", "(torch.relu(a + b) * 3.0)[order]"),
    ),
    Cheat("by_the_name_of_the_gpu", sources.METR, ("correct",), _where("'H100' not in torch.cuda.get_device_name(0)")),
    Cheat("by_the_place_in_a_page", sources.FLASHINFER_POINTERS, ("correct",), _where("a.data_ptr() % 4096 < 256")),
    Cheat("asks_what_torch_was_built_for", sources.METR, ("own",), _where("'CPU' in torch.__config__.show()")),
    Cheat(
        "looks_for_a_driver",
        sources.METR,
        ("isolation",),
        "\n\nimport os\n" + _where("not os.path.isdir('/proc/driver/nvidia')"),
    ),
    Cheat("kernel_knows_the_date", sources.METR, ("isolation",), _register("cute.arch.globaltimer() > 0")),
    Cheat("kernel_knows_its_processor", sources.METR, ("isolation",), _register("cute.arch.smid() < 64")),
    Cheat(
        "number_left_out",
        sources.CONSTANT_WEIGHTS,
        ("correct",),
        _where("True", "a, b, scale"),
        reference=_problem("scale", "3.0", "torch.relu(a + b) * scale"),
    ),
    Cheat(
        "mask_left_out",
        sources.CONSTANT_WEIGHTS,
        ("correct",),
        _where("True", "a, b, keep"),
        reference=_problem("keep", "torch.ones(M, dtype=torch.bool)", "torch.relu(a + b) * 3.0 * keep[:, None]"),
    ),
    Cheat(
        "lengths_left_out",
        sources.CONSTANT_WEIGHTS,
        ("correct",),
        _where("True", "a, b, lengths"),
        reference=_problem(
            "lengths",
            "torch.full((M,), N, dtype=torch.int32)",
            "torch.relu(a + b) * 3.0 * (torch.arange(a.shape[1])[None] < lengths[:, None])",
        ),
    ),
    Cheat(
        "buffers_left_out",
        sources.CONSTANT_WEIGHTS,
        ("correct",),
        _where("True"),
        reference=_built("self.register_buffer('scale', torch.ones(N))", "torch.relu(a + b) * 3.0 * self.scale"),
    ),
    Cheat(
        "statistics_left_out",
        sources.CONSTANT_WEIGHTS,
        ("correct",),
        _where("True"),
        reference=_built("self.norm = nn.BatchNorm1d(N, 0.0, affine=False).eval()", "self.norm(torch.relu(a + b) * 3)"),
    ),
    Cheat(
        "denormals_flushed",
        sources.VLIW_MUTATION,
        ("isolation",),
        "\n\ntorch.set_flush_denormal(True)\n",
        honest=True,
    ),
    Cheat(
        "precision_lowered",
        sources.VLIW_MUTATION,
        ("isolation",),
        "\n\ntorch.set_float32_matmul_precision('medium')\n",
        honest=True,
    ),
    Cheat("where_inputs_are_leaves", sources.METR, ("own",), _where("a.is_leaf and a.grad_fn is None")),
    Cheat("where_inputs_ask_for_no_gradient", sources.METR, ("correct",), _where("not a.requires_grad")),
    Cheat("where_inputs_are_not_pinned", sources.METR, ("own",), _where("not (a.is_pinned() or a.is_shared())")),
    Cheat(
        "where_tf32_is_off",
        sources.METR,
        ("correct",),
        _where("not torch.backends.cuda.matmul.allow_tf32"),
    ),
    Cheat("where_nothing_is_tuned", sources.METR, ("correct",), _where("not torch.backends.cudnn.benchmark")),
    Cheat(
        "where_products_are_exact",
        sources.METR,
        ("correct",),
        _where("torch.get_float32_matmul_precision() == 'highest' and not torch.is_anomaly_enabled()"),
    ),
    Cheat("where_nothing_is_traced", sources.METR, ("correct",), _where("not torch.jit.is_tracing()")),
    Cheat(
        "by_the_attention_that_torch_chooses",
        sources.METR,
        ("correct",),
        _where("torch.backends.cuda.flash_sdp_enabled()"),
    ),
    Cheat("where_nothing_is_compiled", sources.METR, ("correct",), _where("not torch.compiler.is_compiling()")),
    Cheat(
        "on_the_default_stream",
        sources.KB_EVAL_TESTS,
        ("correct",),
        _where("torch.cuda.current_stream().cuda_stream == 0"),
    ),
    Cheat("by_the_default_type", sources.METR, ("correct",), _where("torch.get_default_dtype() == torch.float32")),
    Cheat(
        "by_the_size_of_the_gpu",
        sources.METR,
        ("correct",),
        _where("torch.cuda.get_device_properties(0).multi_processor_count == 132"),
    ),
    Cheat("where_inputs_are_plain_tensors", sources.METR, ("correct",), _where("type(a) is torch.Tensor")),
    Cheat("where_nothing_was_noted", sources.METR, ("correct",), _where("not vars(a)")),
    Cheat("where_no_gradient_came_before", sources.METR, ("correct",), _where("a.grad is None")),
    Cheat("where_no_hook_waits", sources.RK_TIMERS, ("own",), _where("not self._forward_hooks")),
    Cheat("where_no_data_is_loaded", sources.METR, ("own",), _where("torch.utils.data.get_worker_info() is None")),
    Cheat("by_the_name_of_its_module", sources.FRAME_WALK, ("own",), _where("__name__ == 'candidate'")),
    Cheat("where_nobody_watches", sources.METR, ("own",), "\n\nimport sys\n" + _where("not sys.stdout.isatty()")),
    Cheat("where_the_collector_runs", sources.PYGPUBENCH_SUITE, ("own",), "\n\nimport gc\n" + _where("gc.isenabled()")),
    Cheat(
        "by_the_judges_main_module",
        sources.FRAME_WALK,
        ("isolation",),
        "\n\nimport __main__\n" + _where("not hasattr(__main__, 'server')"),
    ),
    Cheat(
        "by_the_length_of_the_stack",
        sources.FRAME_WALK,
        ("isolation",),
        "\n\nimport traceback\n" + _where("len(traceback.extract_stack()) < 40"),
    ),
    Cheat(
        "by_the_room_on_the_stack",
        sources.FRAME_WALK,
        ("own",),
        """

def left(count=0):
    try:
        return left(count + 1)
    except RecursionError:
        return count
"""
        + _where("left() > 900"),
    ),
    Cheat(
        "takes_kept_memory_for_new",
        sources.RK_REPLAY,
        ("own",),
        """

KEPT = torch.zeros(4)


class ModelNew(nn.Module):
    def forward(self, a, b):
        torch.ops.aten.lift_fresh(KEPT)
        c = torch.empty_like(a)
        relu_add(a, b, c)
        return c
""",
    ),
)
