/* What C, generated code and Python share; `native/structures.py` tells Python where each field lies. */
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "constants.h"

_Static_assert(sizeof(void *) == 8, "one layout serves every machine");

typedef struct Coroutine Coroutine;
typedef struct Arena Arena;
typedef struct Block Block;
typedef struct FaultRecord FaultRecord;
typedef struct Context Context;
typedef struct Helper Helper;
typedef struct Plan Plan;
typedef struct Kept Kept;
typedef struct Check Check;
typedef struct DLTensor DLTensor;
typedef struct LaunchConfig LaunchConfig;
typedef struct GpuProgram GpuProgram;
typedef struct GpuModule GpuModule;
typedef struct ReplayRecord ReplayRecord;
typedef struct ReplaySource ReplaySource;

#include "cpu/types.h"
#include "cuda/types.h"

#include "abi/tensor_memory.h"
#include "abi/block.h"
#include "abi/pool.h"
#include "abi/check.h"
#include "abi/call.h"
#include "abi/call_tables.h"
#include "abi/handlers.h"
#include "abi/torch.h"
#include "abi/gpu_launch.h"
#include "abi/replay.h"
