/* An XLA custom call around a host function.
 *
 * XLA compiles for one shape, so all that a call fills in are addresses: the slots are copied as they were made when the
 * handler was compiled, and the buffers' addresses and the stream put in their places. */
#include "../call/handlers.h"

enum { EXECUTE = 3, METADATA_EXTENSION = 1, INVALID_ARGUMENT = 3, UNIMPLEMENTED = 12, INTERNAL = 13 };
enum { MESSAGE_BYTES = 96 };

/* A message that is put together; it is short, and is cut where it is not. */
typedef struct Message {
  int64_t length;
  char text[MESSAGE_BYTES];
} Message;

static void add_text(Message *message, const char *text) {
  while (*text && message->length < MESSAGE_BYTES - 1)
    message->text[message->length++] = *text++;
  message->text[message->length] = 0;
}

static void add_number(Message *message, int64_t number) {
  char digits[24];
  int32_t at = 23;
  digits[at] = 0;
  do {
    digits[--at] = (char)('0' + number % 10);
    number /= 10;
  } while (number);
  add_text(message, digits + at);
}

static void *error(const XlaApi *api, const char *text, int32_t code) {
  XlaErrorArgs args = {sizeof(XlaErrorArgs) - 4, 0, text, code, 0};
  return api->error_create(&args);
}

/* "<before><number><after>", and "<tail_number> bytes" where there is one. */
static COLD void *refused(const XlaApi *api, const char *before, int64_t number, const char *after, int64_t bytes) {
  Message message;
  message.length = 0;
  add_text(&message, before);
  add_number(&message, number);
  add_text(&message, after);
  if (bytes) {
    add_number(&message, bytes);
    add_text(&message, " bytes");
  }
  return error(api, message.text, INVALID_ARGUMENT);
}

/* Answers XLA's question for the version, which comes as a call with an extension. */
static bool answers_metadata(const XlaFrame *frame, const XlaTable *table) {
  if (!frame->extension || frame->extension->type != METADATA_EXTENSION)
    return false;
  XlaMetadata *metadata = frame->extension->metadata;
  metadata->major = (int32_t)table->major;
  metadata->minor = (int32_t)table->minor;
  metadata->traits = 0;
  return true;
}

/* Fills the slots of buffers; the error of XLA's where one does not fit. */
static void *fill(const XlaApi *api, const XlaSlot *wanted, int64_t count, XlaBuffer *const *given, const char *kind,
                  int64_t *slots) {
  for (int64_t k = 0; k < count; k++) {
    if (given[k]->dtype != (int32_t)wanted[k].dtype)
      return refused(api, kind, k, " has another element type", 0);
    if (given[k]->data & (wanted[k].align_bytes - 1))
      return refused(api, kind, k, " is not aligned to ", wanted[k].align_bytes);
    slots[wanted[k].slot] = given[k]->data;
  }
  return 0;
}

static void *fill_stream(const XlaFrame *frame, int64_t *slot) {
  XlaStreamArgs args = {sizeof(XlaStreamArgs), 0, frame->context, 0};
  void *failed = frame->api->stream_get(&args);
  *slot = args.stream;
  return failed;
}

void *call_xla(const XlaFrame *frame, HandlerState *state, const XlaTable *table, int64_t *slots) RUNTIME(xla);
void *call_xla(const XlaFrame *frame, HandlerState *state, const XlaTable *table, int64_t *slots) {
  const XlaApi *api = frame->api;
  const XlaSlot *operands = (const XlaSlot *)(table + 1), *results = operands + table->operands;
  if (answers_metadata(frame, table))
    return 0;
  if (frame->stage != EXECUTE)
    return error(api, "only the execute stage is implemented", UNIMPLEMENTED);
  if (frame->args_count != table->operands)
    return refused(api, "the kernel has ", table->operands, " args", 0);
  if (frame->rets_count != table->results)
    return refused(api, "the kernel has ", table->results, " rets", 0);
  void *failed = fill(api, operands, table->operands, frame->args, "operand ", slots);
  if (!failed)
    failed = fill(api, results, table->results, frame->rets, "result ", slots);
  if (!failed && table->stream_slot >= 0)
    failed = fill_stream(frame, &slots[table->stream_slot]);
  if (failed)
    return failed;
  const char *said = run_handler(state, slots);
  return said ? error(api, said, INTERNAL) : 0;
}
