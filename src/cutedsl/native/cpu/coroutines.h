/* Coroutines as LLVM makes them ("Coroutines in LLVM": switched resume).
 *
 * The frame begins with the function that resumes it, null once it has ended. That function has LLVM's fast calling
 * convention, which for one pointer is C's on x86-64 and aarch64; C cannot name it. */
#pragma once
#include "runtime.h"

static inline bool ended(const Coroutine *coroutine) { return !coroutine->resume; }
static inline void resume(Coroutine *coroutine) { coroutine->resume(coroutine); }
