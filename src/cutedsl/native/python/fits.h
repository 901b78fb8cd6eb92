/* Whether an argument of a direct call fits a node of its record (`fits.c`). */
#pragma once
#include "python.h"

/* The node after this one; null where the value does not fit. */
const int64_t *argument_fits(const CallEnvironment *env, Object *value, const int64_t *node) RUNTIME(argument_fits);
