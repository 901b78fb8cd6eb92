/* torch's stable C interface as far as programs use it. */
#pragma once
#include "../abi.h"
#include "../cpu/names.h"
#include <stdbool.h>

typedef int32_t TorchProgramCode(int64_t *stack, bool owned);
