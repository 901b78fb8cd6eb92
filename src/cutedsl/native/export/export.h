/* What the launchers of exported programs share. */
#pragma once
#include "../abi.h"
#include "../cpu/names.h"
#include <stdbool.h>

/* Asked whether to go on. */
int32_t go_on(Context *rt) RUNTIME(aot.check);
/* Prints. */
int32_t print(Context *rt, const char *text, int64_t length) RUNTIME(aot.write);

/* How a launcher ends that could not launch. */
static inline int32_t refuse(Context *rt) {
  rt->error_code = ERROR_LAUNCH_FAILED;
  return 0;
}
