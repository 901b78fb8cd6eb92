/* What an exported program does where a call within Python asks Python: it prints, and never stops. */
#include "export.h"

/* Not `fwrite`: each C library has another name for its `stdout`. */
int32_t putchar(int32_t byte);

int32_t go_on(Context *rt) RUNTIME(aot.check);
int32_t go_on(Context *rt) {
  (void)rt;
  return 1;
}

int32_t print(Context *rt, const char *text, int64_t length) RUNTIME(aot.write);
int32_t print(Context *rt, const char *text, int64_t length) {
  (void)rt;
  for (int64_t k = 0; k < length; k++)
    if (putchar((uint8_t)text[k]) < 0)
      return 0;
  return 1;
}
